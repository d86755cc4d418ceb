//! `/gm group`: an order to several of the GM's combatants at once. They carry it out one after the other, with Umpire's pause between them,
//! until the round ends. It waits while a person is asked, and stops as soon as a GM acts or takes something back. It's kept as a setting of the fight,
//! so that a restart doesn't end it.

use super::{
    command::{Command, CommandReply},
    group_in_progress::GroupInProgress,
    service::{Caller, EncounterService, InputOrigin, ServiceError},
    setting_keys::GROUP,
    who_is_meant::{ALL, all_meant},
};
use crate::{
    engine::{
        Actor, CombatantId, Stage,
        view::{Audience, BriefPart, FighterView, Line, Mark, Scene, Viewer},
    },
    rules::{
        NameView, Request, Story, UserError,
        session::{GroupOrder, Thinking},
        spelling::folded,
        wording::{self, unnumbered},
    },
};

/// The word for doing what Umpire would.
pub const SUGGESTED: &str = "suggested";
/// The word for an attack on a target.
pub const ATTACK: &str = "attack";
/// The word for doing nothing more.
pub const PASS: &str = "pass";
/// The word that stops a group.
pub const STOP: &str = "stop";
/// The orders, as typed.
pub const WORDS: [&str; 4] = [SUGGESTED, ATTACK, PASS, STOP];

/// Combatants of the GM's who can be ordered together: all with one name but for their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoeKind {
    /// The name without a number.
    pub name: String,
    /// The full names of those who can still act in this round.
    pub members: Vec<String>,
}

/// What a group is doing by its GM's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDoing {
    /// It in words: "Bandit 1 and Bandit 2 act as Umpire would".
    pub words: String,
    /// Tells this order from every other, never 0.
    pub mark: u32,
    /// Whether all of them have acted: Umpire only answers for them now.
    pub has_acted: bool,
}

/// Those whom a GM could order together now, and whom to attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orderable {
    /// The kinds of whom at least one can act now, in the order of the scene.
    pub kinds: Vec<FoeKind>,
    /// The full names of all on their side who can still act in this round; of those in hiding only if all are.
    pub everyone: Vec<String>,
    /// The full names of those in hiding who could act now and aren't among everyone: an order that names nobody leaves them out.
    pub in_hiding: Vec<String>,
    /// The names of their opponents who are still up.
    pub targets: Vec<String>,
}

impl Orderable {
    /// In the fight as its GM sees it; nothing unless several of the GM's can still act this round, and one of them now.
    pub fn of(scene: &Scene) -> Orderable {
        if scene.stage != Stage::Fighting || scene.paused || scene.prompts.iter().any(|it| !it.answered) {
            return Orderable::default();
        }
        let is_gms = |it: &FighterView| it.player.is_none() && it.umpire.is_none();
        let is_up = |it: &FighterView| it.mark == Mark::Acting || scene.may_act.contains(&it.id);
        let is_to_come = |it: &FighterView| is_up(it) || it.mark == Mark::Ready;
        let side = scene.sides.iter().find(|side| side.members.iter().any(|it| is_gms(it) && is_up(it)));
        let Some(side) = side else { return Orderable::default() };
        // Nobody walks out of an ambush because the others attack.
        let can = |it: &&FighterView| is_gms(it) && is_to_come(it);
        let some_are_seen = side.members.iter().filter(can).any(|it| !it.hidden);
        let (hidden, seen): (Vec<&FighterView>, Vec<&FighterView>) =
            side.members.iter().filter(can).partition(|it| it.hidden && some_are_seen);
        let mut kinds: Vec<(FoeKind, bool)> = vec![];
        for it in seen {
            let name = unnumbered(&it.name);
            match kinds.iter_mut().find(|known| known.0.name == name) {
                Some((kind, up)) => {
                    kind.members.push(it.name.clone());
                    *up |= is_up(it);
                }
                None => {
                    let members = vec![it.name.clone()];
                    kinds.push((FoeKind { name: name.to_owned(), members }, is_up(it)));
                }
            }
        }
        let in_hiding = hidden.into_iter().filter(|it| is_up(it)).map(|it| it.name.clone()).collect();
        let everyone: Vec<String> = kinds.iter().flat_map(|it| it.0.members.clone()).collect();
        if everyone.len() < 2 {
            return Orderable { in_hiding, ..Orderable::default() };
        }
        kinds.retain(|it| it.1);
        let others = scene.sides.iter().filter(|it| it.id != side.id).flat_map(|it| &it.members);
        let targets = others.filter(|it| it.mark != Mark::Down).map(|it| it.name.clone()).collect();
        Orderable { kinds: kinds.into_iter().map(|it| it.0).collect(), everyone, in_hiding, targets }
    }
}

impl EncounterService {
    /// Gives an order to a group, or stops the one that's under way.
    pub(super) async fn order_group(
        &mut self,
        caller: &Caller,
        command: &Command,
    ) -> Result<CommandReply, ServiceError> {
        let Actor::Gm(by) = self.actor(caller) else {
            return Err(UserError::gm_only().into());
        };
        let given = |name: &str| command.get(name).filter(|it| !it.is_empty());
        if given("what").or(given("who")).is_none() {
            return Err(UserError::say(format!(
                "Say who does what, such as /gm group who:all what:{SUGGESTED}. what: can be {}.",
                wording::one_of(&WORDS.map(str::to_owned))
            ))
            .into());
        }
        let what = given("what").unwrap_or(SUGGESTED);
        if folded(what) == STOP {
            let group = self.group.take();
            self.set_group(None).await?;
            return Ok(match group {
                Some(group) => {
                    CommandReply::done(format!("Stopped. They no longer act by themselves: {}.", group.words))
                }
                None => CommandReply::told("No group is following an order."),
            });
        }
        let (who, in_hiding) = self.ordered(command.get("who").filter(|it| !it.is_empty()))?;
        let (order, what) = self.order(what, command.get("target"))?;
        let who = self.without_friends(who, &order)?;
        let turn = self.session.group_turn(who.iter().map(|it| it.id).collect(), order);
        let names: Vec<String> = who.into_iter().map(|it| it.name).collect();
        let words = format!("{} {}", wording::few_or_kinds(&names), what.of(names.len()));
        if !self.session.group_stands(&turn) {
            return Err(UserError::say("Nothing is left for them to do in this round.").into());
        }
        let in_turn = if names.len() == 1 { "" } else { ", one after the other" };
        let answers = match turn.order {
            GroupOrder::Pass => "",
            _ => ", and Umpire answers what they\u{2019}re asked until then",
        };
        let told = format!(
            "{words}{in_turn}, until the round ends{answers}. They wait while a player is asked, and stop if you act or undo something."
        );
        let hide = match in_hiding.as_slice() {
            [] => String::new(),
            all => format!(
                " Left out because they\u{2019}re hidden (name them to include them): {}.",
                wording::few_or_kinds(all)
            ),
        };
        let told = format!("{told}{hide}");
        let names = wording::few_or_kinds(&names);
        self.set_group(Some(GroupInProgress { by, turn, words, names, given_after: self.session.seq() })).await?;
        Ok(CommandReply::done(told))
    }

    /// The combatants meant: of the GM's, and not played by Umpire; and the names of those in hiding, who are only meant if they're named
    /// or all are hidden.
    fn ordered(&self, typed: Option<&str>) -> Result<(Vec<NameView>, Vec<String>), UserError> {
        if self.session.stage() != Stage::Fighting {
            return Err(UserError::say("The fight hasn\u{2019}t begun. Begin it first; then groups can act."));
        }
        let who = all_meant(self.session.as_ref(), typed.unwrap_or(ALL))?;
        let (scene, names) = (self.session.scene(Viewer::Gm), self.session.names(Viewer::Gm));
        let umpires = |who: CombatantId| {
            let mut all = scene.sides.iter().flat_map(|it| &it.members);
            all.any(|it| it.id == who && it.umpire.is_some())
        };
        let named: Vec<NameView> =
            who.iter().filter_map(|who| names.iter().find(|it| it.id == *who).cloned()).collect();
        if let Some(it) = named.iter().find(|it| it.player.is_some()) {
            return Err(UserError::say(format!("{} belongs to a player, who says what they do.", it.name)));
        }
        let (played, own): (Vec<NameView>, Vec<NameView>) = named.into_iter().partition(|it| umpires(it.id));
        match (own.is_empty(), played.first()) {
            (true, Some(it)) => Err(UserError::say(format!(
                "Umpire already plays {}. Take them back first: /gm autopilot who:{} style:off.",
                it.name, it.name
            ))),
            (true, None) => Err(UserError::say("You play nobody in this fight.")),
            _ => {
                let members = || scene.sides.iter().flat_map(|it| &it.members);
                let is_hidden = |it: &NameView| members().any(|known| known.id == it.id && known.hidden);
                let is_named = |it: &NameView| {
                    typed.is_some_and(|typed| typed.split(',').any(|part| folded(part.trim()) == folded(&it.name)))
                };
                let (hidden, seen): (Vec<NameView>, Vec<NameView>) =
                    own.iter().cloned().partition(|it| is_hidden(it) && !is_named(it));
                match seen.is_empty() {
                    true => Ok((own, vec![])),
                    false => Ok((seen, hidden.into_iter().map(|it| it.name).collect())),
                }
            }
        }
    }

    /// Without those on the side of whoever is to be attacked.
    fn without_friends(&self, who: Vec<NameView>, order: &GroupOrder) -> Result<Vec<NameView>, ServiceError> {
        let GroupOrder::Attack(target) = *order else { return Ok(who) };
        let names = self.session.names(Viewer::Gm);
        let Some(target) = names.into_iter().find(|it| it.id == target) else { return Ok(who) };
        let foes: Vec<NameView> = who.into_iter().filter(|it| it.side != target.side).collect();
        match foes.is_empty() {
            true => Err(UserError::say(format!("{} is on their own side.", target.name)).into()),
            false => Ok(foes),
        }
    }

    /// Another order, or none: what was worked out for the one before no longer counts.
    pub(super) async fn set_group(&mut self, group: Option<GroupInProgress>) -> Result<(), ServiceError> {
        let kept = serde_json::to_string(&group).expect("plain values");
        self.group = group;
        self.group_orders = self.group_orders.wrapping_add(1);
        self.settle(GROUP, &kept).await.map_err(|why| ServiceError::Store(why.to_string()))
    }

    /// The order meant, and what the group then does.
    fn order(&self, typed: &str, target: Option<&str>) -> Result<(GroupOrder, Deed), UserError> {
        let word = folded(typed);
        let begins = |known: &str| known.starts_with(word.trim_start_matches("as "));
        if begins(SUGGESTED) {
            return Ok((GroupOrder::AsSuggested, Deed { verb: "act", rest: "as Umpire would".to_owned() }));
        }
        if begins(PASS) {
            return Ok((GroupOrder::Pass, Deed { verb: "pass", rest: String::new() }));
        }
        if begins(ATTACK) {
            let target = target.filter(|it| !it.is_empty());
            let target =
                target.ok_or_else(|| UserError::say("Say whom they attack: /gm group what:attack target:\u{2026}"))?;
            let who = self.session.find(Viewer::Gm, target)?;
            let name = self.session.names(Viewer::Gm).into_iter().find(|it| it.id == who).map(|it| it.name);
            return Ok((GroupOrder::Attack(who), Deed { verb: "attack", rest: name.unwrap_or_default() }));
        }
        Err(UserError::say(format!(
            "what: must be {}, not \u{201c}{typed}\u{201d}.",
            wording::one_of(&WORDS.map(str::to_owned))
        )))
    }

    /// What a group is doing by its GM's order, in words; `None` if no group is.
    pub fn group_words(&self) -> Option<String> {
        self.group_doing().map(|it| it.words)
    }

    /// What a group is doing by its GM's order; `None` if no group is.
    pub fn group_doing(&self) -> Option<GroupDoing> {
        let group = self.group_turn()?;
        let has_acted = group.turn.order != GroupOrder::Pass && self.session.group_has_acted(&group.turn);
        let words = match has_acted && !group.names.is_empty() {
            true => format!("answering for {}", group.names),
            false => group.words.clone(),
        };
        Some(GroupDoing { words, mark: (group.given_after as u32).max(1), has_acted })
    }

    /// Who belongs to that group.
    pub fn group_members(&self) -> &[CombatantId] {
        self.group_turn().map_or(&[], |it| &it.turn.who)
    }

    /// Why a group has stopped halfway: whom it was to attack is out of the fight. `None` if it follows its order, or nobody waits.
    pub fn group_outlived(&self) -> Option<String> {
        let target = self.session.group_outlived(&self.group.as_ref()?.turn)?;
        let name = self.session.names(Viewer::Gm).into_iter().find(|it| it.id == target)?.name;
        Some(format!("{name} is out of the fight, so the order to attack {name} is over"))
    }

    fn group_turn(&self) -> Option<&GroupInProgress> {
        self.group.as_ref().filter(|it| self.session.group_stands(&it.turn))
    }

    /// Whether a group's next action is due.
    pub(super) fn group_is_due(&self) -> bool {
        self.group_turn().is_some_and(|it| self.session.group_is_due(&it.turn))
    }

    /// What works out a group's next action.
    pub(super) fn group_choices(&self, seed: u64) -> Option<Thinking> {
        self.session.group_choices(&self.group_turn()?.turn, seed)
    }

    /// In whose name the next move is made that a person hasn't made: Umpire's own come first. `None` if none is due.
    pub(super) fn mover(&self) -> Option<Actor> {
        match self.own_move_is_due() {
            true => Some(Actor::Umpire),
            false => self.group_turn().filter(|it| self.session.group_is_due(&it.turn)).map(|it| Actor::Gm(it.by)),
        }
    }

    /// Somebody does something: a GM who takes matters into their own hands, or whoever takes something back, stops the group. What a GM puts
    /// right beside it, such as somebody's health, doesn't.
    pub(super) async fn stop_group_for(&mut self, actor: Actor, request: &Request) -> Result<(), ServiceError> {
        let takes_back = matches!(request, Request::Undo | Request::Withdraw);
        let takes_over = match request {
            Request::Act { .. }
            | Request::Interject { .. }
            | Request::Pass { .. }
            | Request::Turn(_)
            | Request::Leave { .. }
            | Request::Control { .. }
            | Request::Autopilot { .. }
            | Request::Pause
            | Request::Begin
            | Request::End => actor.is_gm(),
            _ => false,
        };
        if self.group.is_some() && (takes_back || takes_over) {
            return self.set_group(None).await;
        }
        // Whoever helps its target up doesn't mean it to go on.
        let outlived = self.group.as_ref().is_some_and(|it| self.session.group_outlived(&it.turn).is_some());
        match self.group.clone().filter(|_| outlived) {
            Some(mut group) => {
                group.turn.ends();
                self.set_group(Some(group)).await
            }
            None => Ok(()),
        }
    }

    /// Decides a request, writes it, and lets it happen. Its stories are in the outbox, and returned.
    ///
    /// # Errors
    /// See [`ServiceError`]; after any of them the fight is as it was.
    pub async fn ask(
        &mut self,
        actor: Actor,
        request: &Request,
        receipt: InputOrigin,
        now_ms: i64,
    ) -> Result<Vec<Story>, ServiceError> {
        self.stop_group_for(actor, request).await?;
        self.ask_on(actor, request, receipt, now_ms).await
    }

    /// Makes a move of Umpire's, or of a group's in its GM's name.
    pub(super) async fn moves(&mut self, actor: Actor, choice: &Request, now_ms: i64) -> Result<(), ServiceError> {
        let stories = match actor {
            Actor::Gm(_) => self.ask_on(actor, choice, InputOrigin::default(), now_ms).await,
            _ => self.ask(actor, choice, InputOrigin::default(), now_ms).await,
        }?;
        let is_read = |it: &Line| it.audience == Audience::Everyone && it.brief.part != BriefPart::Unsaid;
        let is_told = stories.iter().flat_map(|it| &it.lines).any(is_read);
        self.moved_unread_at = (!is_told).then(|| self.session.seq());
        Ok(())
    }
}

/// What a group does.
struct Deed {
    verb: &'static str,
    rest: String,
}

impl Deed {
    /// In words, for so many: "acts as Umpire would".
    fn of(&self, count: usize) -> String {
        let Deed { verb, rest } = self;
        match (count, *verb) {
            (1, "pass") => "passes".to_owned(),
            (_, "pass") => "pass".to_owned(),
            (1, verb) => format!("{verb}s {rest}"),
            (_, verb) => format!("{verb} {rest}"),
        }
    }
}
