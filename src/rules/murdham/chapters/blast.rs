//! Blasts: R30-R32, rulings A16 and A29. A zone is hit, with everyone in it and on its borders: where it goes off, who reacts, and the
//! damage to each. What each may answer is `reaction.rs`.

use crate::engine::{
    CombatantId,
    ids::Addressee,
    procedure::{Ask, combatant_of},
    roll::Keep,
    space::zones::{ZoneId, ZonePlace},
};
use crate::rules::murdham::{
    Cx, FightState, Flow, Murdham, Question, Roll, Rule, Violation,
    chapters::{
        attack::{self, Blow, Reasons, SaveReason, armed, moved, range},
        counter,
        damage::{self, Damage, Hit, weapon_of},
        nonlethal, omen,
        reaction::{self, Choice},
        sneak,
    },
    model::{
        event::Event,
        fact::Fact,
        manner::{Manner, With},
        sheet::Weapon,
        state::{self, Condition, Flag, able, half_up},
        weapon_names::name_of,
    },
    refusals::{ZoneCount, ZonesAway},
};

/// One hit of a blast: whom it caught, and who takes it now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caught {
    /// Whom it caught.
    pub first: CombatantId,
    /// Who takes it.
    pub at: CombatantId,
    /// The one whom it caught knew nothing of it.
    pub unaware: bool,
}

/// A blast that goes off.
#[derive(Clone, Debug, PartialEq)]
pub struct Burst {
    /// Whose.
    pub by: CombatantId,
    /// With what.
    pub with: With,
    /// How.
    pub how: Manner,
    /// The attacker came out of concealment.
    pub from_hiding: bool,
    /// Its hits, in the order in which those whom it caught joined the fight.
    pub caught: Vec<Caught>,
    /// Those who have reacted, or were guarded or hid.
    pub reacted: Vec<CombatantId>,
    /// Those who dodged it.
    pub dodged: Vec<CombatantId>,
    /// Who counters it, with what and how.
    pub countered: Option<(CombatantId, With, Manner)>,
    /// Who would not be hidden behind: from whom, who.
    pub refused: Vec<(CombatantId, CombatantId)>,
}

/// Whether what a combatant would strike with makes a blast.
pub fn is_blast(fight: &FightState, by: CombatantId, with: With) -> bool {
    with != With::Both && weapon_of(fight, by, with).is_some_and(|it| it.blast)
}

/// The zone that an attack with a blast falls on when it is aimed at a combatant: of the two of a border the first that can be hit.
pub fn zone_for(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> Option<ZonePlace> {
    if !is_blast(fight, by, with) {
        return None;
    }
    let place = fight.find(at)?.place?;
    let zones = || fight.space.zones_of(place).map(ZonePlace::In);
    zones().find(|to| aim(fight, by, *to, with).is_ok()).or_else(|| zones().next())
}

/// R32 Ranged blast: the same for an attack that names a combatant instead of a zone.
pub fn aim_at(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    with: With,
    how: Manner,
) -> Result<Reasons, Violation> {
    let Some(target) = fight.find(at) else { return Err(Violation::NobodyThere) };
    let unknown = target.is_hidden() && state::enemies(fight, by, at);
    let lobbed = weapon_of(fight, by, with).is_some_and(|it| it.lobbed_only);
    match how {
        _ if unknown => Err(Violation::NobodyThere),
        _ if !state::enemies(fight, by, at) => Err(Violation::OwnSide(at)),
        _ if target.state.dead => Err(Violation::Dead(at)),
        Manner::Normal if lobbed => Err(Violation::NotThatWay(name_of(fight, by, with))),
        Manner::Indirect if !lobbed => Err(Violation::NotThatWay(name_of(fight, by, with))),
        Manner::Normal | Manner::Indirect => match zone_for(fight, by, at, with) {
            Some(zone) => aim(fight, by, zone, with),
            None => Err(Violation::NobodyThere),
        },
        _ => Err(Violation::NotThatWay(name_of(fight, by, with))),
    }
}

/// R32 Ranged blast, R18, R19: whether a zone can be hit, and why it would need a WIT save. Nobody needs to be seen there.
pub fn aim(fight: &FightState, by: CombatantId, to: ZonePlace, with: With) -> Result<Reasons, Violation> {
    let ZonePlace::In(zone) = to else { return Err(Violation::NotAZone) };
    if usize::from(zone.0) >= fight.space.zones.len() {
        return Err(Violation::NotAZone);
    }
    if !is_blast(fight, by, with) {
        return Err(Violation::NoBlast(name_of(fight, by, with)));
    }
    let Some(weapon) = armed(fight, by, with)? else { return Err(Violation::NoBlast(name_of(fight, by, with))) };
    let mut reasons = far(fight, by, to, weapon)?;
    if fight.combatant(by).state.is(Flag::Challenging) && weapon.range.is_some() {
        reasons.push(SaveReason::Circumstances);
    }
    Ok(reasons)
}

fn far(fight: &FightState, by: CombatantId, to: ZonePlace, weapon: &Weapon) -> Result<Reasons, Violation> {
    use crate::engine::space::Space;
    if fight.combatant(by).is(&Condition::Blind) && weapon.range.is_some() {
        return Err(Violation::Blind(by));
    }
    if weapon.range.is_none() {
        let own = |from| fight.space.zones_of(from).any(|it| ZonePlace::In(it) == to);
        let there = fight.combatant(by).place.is_some_and(own);
        return if there {
            Ok(vec![])
        } else {
            Err(Violation::ZoneOutOfRange { far: ZonesAway(None), range: ZoneCount(0) })
        }; // R31
    }
    let range = range(fight, by, weapon);
    let far = fight.combatant(by).place.and_then(|from| fight.space.distance(&from, &to));
    let Some(zones) = far.filter(|it| *it <= range) else {
        return Err(Violation::ZoneOutOfRange { far: ZonesAway(far), range: ZoneCount(range) });
    };
    let beyond_half = zones as i32 > half_up(range as i32);
    match (weapon.lobbed_only, beyond_half, moved(fight, by)) {
        (true, false, _) => Err(Violation::ZoneTooClose),
        (true, true, true) => Err(Violation::LobbedOnTheMove(by)),
        (true, true, false) => Ok(vec![SaveReason::Indirect]),
        (false, true, true) => Err(Violation::ZoneFarAndMoving),
        (false, true, false) => Ok(vec![SaveReason::BeyondHalfRange]),
        (false, false, true) => Ok(vec![SaveReason::Moving]),
        (false, false, false) => Ok(vec![]),
    }
}

/// R30 Blast, R32 Ranged blast: the save to hit, where it goes off, who reacts, what each suffers.
pub fn attack(cx: &mut Cx<'_>, by: CombatantId, to: ZonePlace, with: With) -> Flow {
    let reasons = match aim(cx, by, to, with) {
        Ok(reasons) => reasons,
        Err(violation) => return cx.refuse(violation),
    };
    if let (ZonePlace::In(zone), true) = (to, weapon_of(cx, by, with).is_some_and(|it| it.range.is_none())) {
        return melee(cx, by, zone, with, Manner::Normal, |_, _| true);
    }
    let lobbed = weapon_of(cx, by, with).is_some_and(|it| it.lobbed_only);
    let how = if lobbed { Manner::Indirect } else { Manner::Normal };
    let from_hiding = cx.combatant(by).is_hidden();
    cx.cite(Rule::RangedBlast);
    let unaware: Vec<CombatantId> = cx.ids().filter(|it| sneak::is_unaware(cx, by, *it)).collect();
    sneak::reveal(cx, by);
    cx.change(Fact::Burst { by, with, at: to });
    let aimed = Burst::at_nobody(by, with, how, from_hiding);
    let hits = attack::to_hit(cx, &aimed.blow(by), &reasons)?;
    let zone = if hits { Some(to) } else { strays(cx, by, to) };
    if let Some(ZonePlace::In(zone)) = zone {
        let caught = caught(cx, zone, |it| aimed.reaches(cx, it));
        let caught = caught.into_iter().map(|at| Caught { first: at, at, unaware: unaware.contains(&at) }).collect();
        goes_off(cx, Burst { caught, ..aimed.clone() })?;
    }
    attack::spend_weapon(cx, by, with);
    for it in std::iter::once(by).chain(unaware) {
        attack::afterwards(cx, &aimed.blow(by), it, None);
    }
    Ok(())
}

/// R31 Melee blast: everyone in the attacker's own zone and on its borders but the attacker; it cannot miss. From a border the zone is
/// the one that is named.
pub fn melee(
    cx: &mut Cx<'_>,
    by: CombatantId,
    zone: ZoneId,
    with: With,
    how: Manner,
    among: impl Fn(&FightState, CombatantId) -> bool,
) -> Flow {
    cx.cite(Rule::MeleeBlast);
    let aimed = Burst::at_nobody(by, with, how, cx.combatant(by).is_hidden());
    let unaware: Vec<CombatantId> = cx.ids().filter(|it| sneak::is_unaware(cx, by, *it)).collect();
    sneak::reveal(cx, by);
    cx.change(Fact::Burst { by, with, at: ZonePlace::In(zone) });
    let caught = caught(cx, zone, |it| it != by && among(cx, it) && aimed.reaches(cx, it));
    let caught = caught.into_iter().map(|at| Caught { first: at, at, unaware: unaware.contains(&at) }).collect();
    goes_off(cx, Burst { caught, ..aimed.clone() })?;
    attack::spend_weapon(cx, by, with);
    attack::afterwards(cx, &aimed.blow(by), by, None);
    Ok(())
}

/// R30 Blast: everyone in a zone and on its borders, in the order in which they joined the fight; not the dead.
fn caught(fight: &FightState, zone: ZoneId, also: impl Fn(CombatantId) -> bool) -> Vec<CombatantId> {
    let there = |at: Option<ZonePlace>| at.is_some_and(|at| fight.space.zones_of(at).any(|it| it == zone));
    let all = fight.combatants.iter().filter(|it| there(it.place) && !it.state.dead);
    all.map(|it| it.id).filter(|it| also(*it)).collect()
}

/// R32 Ranged blast: what misses goes off in a neighbouring zone, by lot among those in the order of the board.
fn strays(cx: &mut Cx<'_>, by: CombatantId, from: ZonePlace) -> Option<ZonePlace> {
    let zones = cx.space.zones_of(from).flat_map(|it| cx.space.beside(it));
    let mut beside: Vec<ZoneId> = zones.collect();
    beside.sort_unstable();
    beside.dedup();
    cx.cite(Rule::RangedBlast);
    let to = match beside.as_slice() {
        [] => None,
        [only] => Some(*only),
        all => {
            let die = cx.plain_die(all.len() as u16);
            let face = usize::from(die.faces[0]);
            cx.rolled(Roll::total(None, Rule::RangedBlast, "where it goes off instead", vec![die], Keep::All, vec![]));
            all.get(face - 1).copied()
        }
    };
    let to = to.map(ZonePlace::In);
    cx.tell(Event::Strayed { by, to });
    to
}

/// R30 Blast, rulings A16 and A29: who is caught reacts, then those who could guard; then each suffers.
pub fn goes_off(cx: &mut Cx<'_>, mut burst: Burst) -> Flow {
    cx.cite(Rule::Blast);
    cx.cite(Rule::Reacting);
    cx.cite(Rule::BlastReactions);
    cx.window(&mut burst, Burst::asks, |cx, burst, to, choice| {
        let who = combatant_of(to);
        cx.aside(who, |cx| burst.react(cx, who, *choice))
    })?;
    cx.window(&mut burst, Burst::guards, |cx, burst, to, choice| {
        let Choice::GuardOf(target) = *choice else { return Ok(()) };
        burst.guarded(cx, target, combatant_of(to));
        Ok(())
    })?;
    burst.strikes(cx)
}

impl Burst {
    fn at_nobody(by: CombatantId, with: With, how: Manner, from_hiding: bool) -> Burst {
        Burst {
            by,
            with,
            how,
            from_hiding,
            caught: vec![],
            reacted: vec![],
            dodged: vec![],
            countered: None,
            refused: vec![],
        }
    }

    /// The blast as a blow against one of those whom it caught.
    fn blow(&self, at: CombatantId) -> Blow {
        let unaware = self.caught.iter().any(|it| it.first == at && it.at == at && it.unaware);
        Blow {
            by: self.by,
            first: at,
            at,
            with: self.with,
            how: self.how,
            unaware,
            from_hiding: self.from_hiding,
            opportunity: false,
            reacted: self.reacted.clone(),
        }
    }

    /// R29 Barrier: a barrier stops it, unless it is lobbed over.
    fn reaches(&self, fight: &FightState, who: CombatantId) -> bool {
        self.how == Manner::Indirect || !fight.combatant(who).state.is(Flag::Barrier) || who == self.by
    }

    /// Those who take a hit, each once.
    fn targets(&self) -> Vec<CombatantId> {
        let mut all: Vec<CombatantId> = vec![];
        for it in &self.caught {
            if !all.contains(&it.at) {
                all.push(it.at);
            }
        }
        all
    }

    /// What each of those whom it caught may do.
    fn asks(fight: &FightState, burst: &Burst) -> Vec<Ask<Murdham>> {
        let waits = |it: &CombatantId| !burst.reacted.contains(it);
        let ask = |at: CombatantId| {
            let blow = burst.blow(at);
            let refused = burst.refused.iter().filter(|it| it.0 == at).map(|it| it.1).collect::<Vec<_>>();
            let unaware = blow.unaware;
            let mut offers = if unaware { vec![Choice::TakeIt] } else { reaction::offers(fight, &blow, &refused) };
            if burst.countered.is_some() {
                offers.retain(|it| !matches!(it, Choice::Counter(_) | Choice::CounterBy(..)));
            }
            let question = Question::React { by: burst.by, at, with: burst.with, opportunity: false };
            Ask { to: Addressee::Combatant(at), question, offers }
        };
        burst.targets().into_iter().filter(waits).map(ask).collect()
    }

    /// A combatant reacts: dodges, claims the counter, or hides behind another, who takes the hit besides the own.
    fn react(&mut self, cx: &mut Cx<'_>, who: CombatantId, choice: Choice) -> Flow {
        let mut blow = self.blow(who);
        match choice {
            Choice::Dodge => {
                if reaction::dodge(cx, &mut blow)? {
                    self.dodged.push(who);
                }
            }
            Choice::Counter(back) => self.claims(cx, who, back, Manner::Normal),
            Choice::CounterBy(back, how) => self.claims(cx, who, back, how),
            Choice::HideBehind(other) => {
                if !reaction::is_shield(cx, who, other) && !reaction::agrees(cx, &blow, other)? {
                    self.refused.push((who, other));
                    return Ok(());
                }
                reaction::hide_behind(cx, &mut blow, other);
                self.passes(who, other);
            }
            _ => return Ok(()),
        }
        self.reacted.push(who);
        Ok(())
    }

    fn claims(&mut self, cx: &mut Cx<'_>, who: CombatantId, back: With, how: Manner) {
        cx.cite(Rule::BlastTargets);
        reaction::spend_turn(cx, who);
        self.countered = Some((who, back, how));
    }

    fn passes(&mut self, from: CombatantId, to: CombatantId) {
        self.caught.iter_mut().filter(|it| it.at == from).for_each(|it| it.at = to);
    }

    /// R24 Guard: who could step in for one of those who take a hit and have not reacted. Nobody does for the concealed: it would show
    /// where they are.
    fn guards(fight: &FightState, burst: &Burst) -> Vec<Ask<Murdham>> {
        let targets = burst.targets();
        let exposed: Vec<CombatantId> = targets.into_iter().filter(|it| !burst.reacted.contains(it)).collect();
        let mut asks: Vec<Ask<Murdham>> = vec![];
        for target in exposed.into_iter().filter(|it| !fight.combatant(*it).is_hidden()) {
            for guard in reaction::could_guard(fight, &burst.blow(target)) {
                let to = Addressee::Combatant(guard);
                match asks.iter_mut().find(|it| it.to == to) {
                    Some(ask) => ask.offers.push(Choice::GuardOf(target)),
                    None => {
                        let question = Question::GuardBlast { by: burst.by };
                        asks.push(Ask { to, question, offers: vec![Choice::LetItHappen, Choice::GuardOf(target)] });
                    }
                }
            }
        }
        asks
    }

    fn guarded(&mut self, cx: &mut Cx<'_>, target: CombatantId, guard: CombatantId) {
        sneak::reveal(cx, guard);
        cx.cite(Rule::Guard);
        reaction::spend_turn(cx, guard);
        cx.tell(Event::Redirected { from: target, to: guard, guarded: true });
        self.reacted.extend([target, guard]);
        self.passes(target, guard);
    }

    /// A16: each suffers a roll of its own; with the option one roll is for all whom it harms alike. Who counters is compared with what
    /// the blast does to them: the one who suffers more is hit first, and A1 holds for the whole blast.
    fn strikes(&self, cx: &mut Cx<'_>) -> Flow {
        // Skill is for the first of those whom it hits; that someone unseen came before must not show in the dice.
        let hit = || self.caught.iter().filter(|it| !self.dodged.contains(&it.at));
        // A place in the row and no person: who guards another stands there twice, and is hit twice.
        let skilfully = hit().position(|it| !cx.combatant(it.at).is_hidden()).unwrap_or(0);
        let hits: Vec<(Caught, Hit)> = hit()
            .enumerate()
            .map(|(index, it)| {
                let reacted = self.reacted.contains(&it.at);
                let blow = Blow { unaware: it.unaware && it.first == it.at, ..self.blow(it.at) };
                (*it, Hit { unskilled: index != skilfully, ..Hit::of(&blow, reacted) })
            })
            .collect();
        if hits.iter().filter(|it| !cx.combatant(it.0.at).is_hidden()).count() > 1 {
            cx.cite(Rule::BlastTargets);
        }
        let harmless = nonlethal::is_non_lethal(cx, &self.blow(self.by));
        let Some((who, back, how)) = self.countered else {
            let harms = if harmless { vec![] } else { self.rolls(cx, &hits)? };
            return self.lands(cx, &hits, &harms);
        };
        let (reply, reasons) = counter::begin(cx, &self.blow(who), back, how)?;
        let lands_back = attack::to_hit(cx, &reply, &reasons)?;
        let harms = if harmless { vec![] } else { self.rolls(cx, &hits)? };
        let soft = nonlethal::is_non_lethal(cx, &reply);
        let answer = if lands_back && !soft { Some(self.answer(cx, &reply)?) } else { None };
        let suffers = |all: &[Damage]| all.iter().filter(|it| it.on == who).map(Damage::suffers).sum::<i32>();
        let first = match &answer {
            _ if soft && lands_back => Some(who), // R34: what does no damage comes last
            Some(_) if harmless => Some(self.by),
            Some(answer) => counter::who_is_hit_first(cx, self.by, who, suffers(&harms), answer.suffers()),
            None => None,
        };
        if lands_back {
            cx.tell(Event::FirstHit(first));
        }
        if first == Some(self.by) {
            self.strikes_back(cx, &reply, answer.as_ref())?;
            if able(cx, self.by) {
                self.lands(cx, &hits, &harms)?;
            } else {
                counter::forestalled(cx, self.by);
            }
        } else {
            self.lands(cx, &hits, &harms)?;
            if lands_back && first.is_some() && !able(cx, who) {
                counter::forestalled(cx, who);
            } else if lands_back {
                self.strikes_back(cx, &reply, answer.as_ref())?;
            }
        }
        attack::spend_weapon(cx, who, back);
        attack::afterwards(cx, &self.blow(who), who, Some(who));
        Ok(())
    }

    /// The damage to each, rolled and reckoned before anyone suffers it.
    fn rolls(&self, cx: &mut Cx<'_>, hits: &[(Caught, Hit)]) -> Flow<Vec<Damage>> {
        let mut all: Vec<Damage> = vec![];
        for (index, (_, hit)) in hits.iter().enumerate() {
            let alike = (!cx.options.blast_rolls_each)
                .then(|| (0..index).find(|it| damage::alike(cx, &hits[*it].1, hit)))
                .flatten();
            let damage = cx.aside(hit.on, |cx| match alike {
                Some(same) => damage::again(cx, hit, &all[same]),
                None => damage::roll(cx, hit),
            });
            all.push(damage);
        }
        let mut spared = vec![];
        for (damage, (_, hit)) in all.into_iter().zip(hits) {
            spared.push(omen::spare(cx, damage, |cx| damage::roll(cx, hit))?);
        }
        Ok(spared)
    }

    fn answer(&self, cx: &mut Cx<'_>, reply: &Blow) -> Flow<Damage> {
        let hit = Hit::of(reply, true);
        let damage = damage::roll(cx, &hit);
        omen::spare(cx, damage, |cx| damage::roll(cx, &hit))
    }

    fn strikes_back(&self, cx: &mut Cx<'_>, reply: &Blow, answer: Option<&Damage>) -> Flow {
        match answer {
            Some(damage) => attack::hits(cx, reply, damage).map(|_| ()),
            None => nonlethal::lands(cx, reply, true),
        }
    }

    /// The blast lands on each.
    fn lands(&self, cx: &mut Cx<'_>, hits: &[(Caught, Hit)], harms: &[Damage]) -> Flow {
        for (index, (_, hit)) in hits.iter().enumerate() {
            let blow = self.blow(hit.on);
            match harms.get(index) {
                Some(damage) => drop(cx.aside(hit.on, |cx| attack::hits(cx, &blow, damage))?),
                None => cx.aside(hit.on, |cx| nonlethal::lands(cx, &blow, hit.reacted))?,
            }
        }
        Ok(())
    }
}
