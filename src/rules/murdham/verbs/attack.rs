//! R13 Attack: strikes or shoots at an enemy.

use super::{
    Action, ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Typed, Verb,
    VerbInfo, VerbKind, Violation, With, blast::Blast, disarm::Disarm, foes, grapple::Grapple, how, note_with, target,
    with,
};
use crate::rules::{
    action_space,
    murdham::{
        Combatant, Manner,
        chapters::{attack, blast},
        model::{
            manner::MANNERS,
            powers,
            sheet::SkillEffect,
            size::{self, Size},
            state::{At, Gear, takes_part},
            weapon_names,
        },
    },
    names::key,
    wording,
};
use serde::{Deserialize, Serialize};

/// R13: attacks a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// How: also grappling and disarming, which menus list as verbs of their own.
    pub how: Manner,
}

impl Verb<Murdham> for Attack {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "attack",
        label: "Attack",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Attack an enemy with a weapon in hand or bare hands.",
        aliases: &["strike"],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Attack> {
        let Some(attacker) = fight.find(who) else { return vec![] };
        let with = weapons(attacker);
        let stuns = attacker.sheet.has(SkillEffect::Stuns);
        let mut all = vec![];
        for target in foes(fight, who) {
            for with in &with {
                let bursts = blast::is_blast(fight, who, *with);
                let manners = MANNERS.iter().map(|it| it.1);
                let manners =
                    manners.filter(|how| (*how != Manner::Stun || stuns) && (*how != Manner::Single || bursts));
                all.extend(manners.map(|how| Attack { target, with: *with, how }));
            }
        }
        all
    }

    fn tempting(fight: &FightState, who: CombatantId) -> Vec<Attack> {
        let Some(attacker) = fight.find(who) else { return vec![] };
        let with: Vec<(With, bool)> =
            weapons(attacker).into_iter().map(|it| (it, blast::is_blast(fight, who, it))).collect();
        let fights = |foe: &CombatantId| takes_part(fight.combatant(*foe));
        let ways = |target| {
            let each = move |(with, bursts): &(With, bool)| {
                let single = bursts.then_some(Manner::Single);
                let manners = [Manner::Normal, Manner::Indirect].into_iter().chain(single);
                let with = *with;
                manners.map(move |how| Attack { target, with, how })
            };
            with.iter().flat_map(each)
        };
        foes(fight, who).filter(fights).flat_map(ways).collect()
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MAIN.of(ActionKind::Attack(self.target))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let with_what = match self.how {
            Manner::Grapple => None,
            Manner::Disarm(gear) => Some(Argument::optional("with", "With what?", Part::Theirs(self.target, gear))),
            _ => Some(with(self.with)),
        };
        let manner = !matches!(self.how, Manner::Grapple | Manner::Disarm(_));
        let manner = manner.then(|| how(Part::Manner(self.how)));
        std::iter::once(target(self.target)).chain(with_what).chain(manner)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if powers::on_scroll(fight, who, self.with).is_some() || self.how == Manner::Sight {
            return Err(Violation::NotAWeapon(weapon_names::name_of(fight, who, self.with)));
        }
        attack::aim(fight, who, self.target, self.with, self.how).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        attack::attack(cx, who, self.target, self.with, self.how)
    }

    fn info(&self) -> VerbInfo<Cost> {
        match self.how {
            Manner::Grapple => Grapple::INFO,
            Manner::Disarm(_) => Disarm::INFO,
            _ => Self::INFO,
        }
    }

    /// R30: a blast is aimed at a zone, which is also a target of an attack.
    fn others(fight: &FightState, who: CombatantId) -> Vec<Action> {
        Blast::candidates(fight, who).into_iter().map(Action::Blast).collect()
    }

    /// How far the target is, the weapon's die, and what the attack needs to hit.
    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        let mut notes = vec![];
        match (param, self.with) {
            ("target", _) => notes.extend(fight.distance(who, self.target).map(wording::zones_away)),
            ("with", With::Gear(gear)) => {
                notes.extend(weapon_names::weapon(fight, who, gear).map(|it| format!("d{}", it.die)));
            }
            ("with", With::Unarmed) => notes.push("d4, impaired".to_owned()),
            _ => {}
        }
        match attack::aim(fight, who, self.target, self.with, self.how) {
            Ok(reasons) if reasons.is_empty() => notes.push("hits automatically".to_owned()),
            Ok(reasons) => notes.push(format!("WIT save to hit: {}", attack::reasons_words(&reasons))),
            Err(_) => {}
        }
        note_with(notes, self, fight, who)
    }

    /// The first weapon in hand that is possible, used in the ordinary way: nobody who holds a weapon punches unasked, and nobody lobs a
    /// shot unasked.
    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        let lobbed_only = || match self.with {
            With::Gear(gear) => weapon_names::weapon(fight, who, gear).is_some_and(|it| it.lobbed_only),
            With::Unarmed | With::Both => false,
        };
        match (param, self.how) {
            ("target", _) => false,
            (_, Manner::Disarm(_)) => true,
            ("with", _) => !punches_armed(fight, who, self.with),
            // C47: a blast that is aimed at a combatant large is meant for that one.
            _ if self.is_for_one(fight, who) => self.how == Manner::Single,
            (_, Manner::Indirect) => lobbed_only(),
            (_, how) => how == Manner::Normal && !lobbed_only(),
        }
    }
}

impl Attack {
    fn is_for_one(&self, fight: &FightState, who: CombatantId) -> bool {
        blast::is_blast(fight, who, self.with) && size::of(fight, self.target) >= Size::Large
    }
}

/// Whether it is done with bare hands by someone who holds a weapon.
pub fn punches_armed(fight: &FightState, who: CombatantId, with: With) -> bool {
    let armed = || fight.combatant(who).state.in_hand().any(|(_, it)| it.weapon.power.is_none());
    with == With::Unarmed && armed()
}

/// What a combatant can attack with: what is in hand, both weapons at once, bare hands, and then what they would have to draw.
fn weapons(attacker: &Combatant) -> Vec<With> {
    let all = &attacker.state.gear;
    let order = |it: &Gear| (!it.at.in_hand(), it.weapon.shield, it.at == At::Off);
    let weapon = |it: &usize| all[*it].at != At::Gone && all[*it].weapon.power.is_none();
    let mut gear: Vec<usize> = (0..all.len()).filter(weapon).collect();
    gear.sort_by_key(|it| order(&all[*it]));
    let held = gear.iter().filter(|it| all[**it].at.in_hand()).count();
    let mut with: Vec<With> = gear.into_iter().map(|it| With::Gear(it as u8)).collect();
    with.insert(held, With::Unarmed);
    if attacker.state.both_weapons().is_some() {
        with.insert(held, With::Both);
    }
    with
}

/// The manner that a verb typed on its own means.
pub fn manner_named(verb: &str) -> Option<&'static str> {
    match key(verb).as_str() {
        "hold-back" => Some("hold-back"),
        "final-blow" | "kill" => Some("final-blow"),
        _ => None,
    }
}

/// Verbs that can be given as the `how` of an attack.
const HOWS: [&str; 5] = ["grapple", "disarm", "stunt", "blast", "sweep"];

/// What is meant by an attack whose `how` is a verb of its own: `attack how:grapple`. What is given as `stunt` is the text of one.
pub fn meant_by(typed: &[(String, String)]) -> Option<(&'static str, Typed)> {
    let mut said = zone_as_target(typed);
    if let Some((name, _)) = said.iter_mut().find(|it| key(&it.0) == "stunt") {
        "text".clone_into(name);
        return Some(("stunt", said));
    }
    let how = said.iter().position(|it| key(&it.0) == "how");
    let other = how.and_then(|how| action_space::meant::<Murdham>(&said[how].1)).filter(|it| HOWS.contains(it));
    if let (Some(how), Some(other)) = (how, other) {
        said.remove(how);
        return Some((other, said));
    }
    (said != typed).then_some(("attack", said))
}

/// The arguments with a zone as the target.
pub fn zone_as_target(typed: &[(String, String)]) -> Typed {
    let mut said = typed.to_vec();
    for (name, _) in said.iter_mut().filter(|it| ["zone", "at", "where"].contains(&key(&it.0).as_str())) {
        "target".clone_into(name);
    }
    said
}
