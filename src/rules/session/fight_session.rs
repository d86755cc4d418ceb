//! The only implementation of [`Session`]: it answers each question from the fight's log, returns the rows that a request leads to, and
//! applies them once they're written.
//!
//! Long because: one implementation of the session serves all systems, and each of its questions is answered here.

use super::{
    super::{
        names,
        request::{NameView, ParamView, Proposal, Request, RowText, Story, UserError},
        story,
    },
    Asked, BattleAccount, BeforeTheEnd, Change, Fields, Fight, FirstPlace, ForecastPlan, ForecastRun, GroupOrder,
    GroupTurn, Lasting, Merged, OddsOf, OddsShown, OddsWork, RestedFields, RoundRecap, Session, SuggestFor,
    SuggestWork, Thinking, account, as_before, asked_then,
    autopilot::WAITS_AFTER_UNDO,
    ended, fogged, lasting, leaves_little, lookahead, newcomers, prepared, question_count, recap, requests, retold,
    traces, unseen, worse,
};
use crate::engine::{
    Actor, Addressee, Combatant, CombatantId, Controller, Dice, DiceLuck, GameSystem, Input, LogRow, Refusal,
    RunningClock, Seat, Seed, Side, SideId, Stage, TableFact, Used,
    fact::Record,
    fight_state::Shown,
    log::AuditError,
    odds::Effort,
    partial_action::{END, ParamValue, PartialAction, VerbView},
    ruleset::{Citable, Citation, Rest},
    space::Space,
    turns::{Listing, TurnOrder},
    view::{self, Audience, Discretion, PromptView, Scene, SightView, TurnGround, Viewer},
};

impl<R: GameSystem> Session for Fight<R> {
    fn system(&self) -> &'static str {
        R::NAME
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = view::scene_at(self.now(), viewer, self.discretion);
        scene.umpire_is_gm = self.umpire_is_gm;
        scene.map.traces = traces::traces(&self.log, viewer, self.discretion);
        fogged::cover(&mut scene, self.fight(), &self.memory, viewer);
        for it in scene.prompts.iter_mut().filter(|it| it.to == Addressee::Gm) {
            it.is_umpires = self.umpire_is_gm;
        }
        if viewer == Viewer::Gm && self.waits_after_taking_back() {
            scene.details.notes.push(WAITS_AFTER_UNDO.to_owned());
        }
        scene
    }

    fn note_who_steps_in(&self, prompts: &mut [PromptView]) {
        asked_then::note(self.now(), prompts);
    }

    fn keep_secrets(&mut self) {
        self.discretion = Discretion::Kept;
    }

    fn umpire_is_gm(&mut self, on: bool) {
        self.umpire_is_gm = on;
    }

    fn left_out(&self, viewer: Viewer, who: CombatantId) -> Vec<&'static str> {
        let known = view::as_known(self.fight(), viewer, self.discretion);
        let is_there = known.find(who).is_some() && self.umpire_is_gm && self.takes_actions(viewer);
        let all = if is_there { R::verbs(&known, who) } else { vec![] };
        all.into_iter().filter(|it| R::NEEDS_GM.contains(&it.name)).map(|it| it.label).collect()
    }

    fn may_read(&self, viewer: Viewer, audience: Audience) -> bool {
        viewer.may_read(self.fight(), audience)
    }

    fn stands(&self, began_seq: u64) -> bool {
        self.log.standing_since(began_seq).contains(&began_seq)
    }

    fn names(&self, viewer: Viewer) -> Vec<NameView> {
        let fight = self.fight();
        let view = |it: &Combatant<R>| NameView {
            id: it.id,
            name: it.name.to_string(),
            side: it.side,
            player: it.controller.seat(),
            owner: it.owner,
        };
        fight.combatants.iter().filter(|it| viewer.sees(fight, it)).map(|it| view(it)).collect()
    }

    fn side_up(&self) -> Option<SideId> {
        self.fight().turns.side_up()
    }

    fn order(&self) -> Vec<String> {
        let fight = self.fight();
        let sides = |all: &[SideId]| all.iter().map(|side| fight.side(*side).name.to_string()).collect();
        let owners = |slot: &Listing| slot.owners.iter().map(|who| fight.name(*who)).collect::<Vec<_>>().join(", ");
        match &fight.turns.order {
            TurnOrder::Open => vec![],
            TurnOrder::Listed { slots, .. } => slots.iter().map(owners).collect(),
            TurnOrder::Sides { order, .. } => sides(order),
            TurnOrder::Alternating { circle, .. } => sides(circle),
        }
    }

    fn passed_last(&self, side: SideId) -> bool {
        let fight = self.fight();
        let facts = self.log.rows().iter().rev().flat_map(|row| row.effect.records().iter().rev());
        facts
            .filter_map(|record| match record {
                Record::Fact(TableFact::SidePassed(passed)) if *passed == side => Some(true),
                Record::Fact(TableFact::TurnBegan(who)) if fight.find(*who).is_some_and(|it| it.side == side) => {
                    Some(false)
                }
                _ => None,
            })
            .next()
            .unwrap_or(false)
    }

    fn awaited_to_pass(&self, side: SideId) -> Vec<Seat> {
        let fight = self.fight();
        let votes = &fight.turns.votes;
        let mut voters = fight.voters(side);
        if self.now().pending.is_some() || !voters.iter().any(|it| votes.contains(it)) {
            return vec![];
        }
        voters.retain(|it| !votes.contains(it));
        voters
    }

    fn umpire_passes_for(&self, side: SideId) -> Vec<String> {
        let fight = self.fight();
        let has_begun = self.now().pending.is_none() && !fight.turns.votes.is_empty();
        let all = if has_begun { fight.umpires_to_act(side) } else { vec![] };
        all.into_iter().map(|it| fight.name(it).to_string()).collect()
    }

    fn to_come(&self, seat: Seat) -> Vec<String> {
        let later = self.now().pending.iter().flat_map(|it| &it.later);
        let to_come = later.filter_map(|fact| match fact {
            TableFact::ControlPassed { who, to } if *to == Controller::Player(seat) => self.fight().find(*who),
            _ => None,
        });
        to_come.map(|it| it.name.to_string()).collect()
    }

    fn deeds(&self, who: CombatantId) -> usize {
        let is_theirs = |input: &Input<R>| matches!(input, Input::Act { who: by, .. } if *by == who);
        self.log().rows().iter().filter(|it| is_theirs(&it.input)).count()
    }

    fn sides(&self) -> Vec<Side> {
        self.fight().sides.clone()
    }

    fn find(&self, viewer: Viewer, typed: &str) -> Result<CombatantId, UserError> {
        let names: Vec<(String, CombatantId)> = self.names(viewer).into_iter().map(|it| (it.name, it.id)).collect();
        names::combatant(typed, &names).map_err(UserError::say)
    }

    fn find_side(&self, typed: &str) -> Result<SideId, UserError> {
        let names = self.fight().sides.iter().map(|it| (it.name.to_string(), it.id));
        match names::find(typed, names.clone()) {
            // There are few of them, and everyone has read their names.
            names::Named::None(_) => {
                let all: Vec<String> = names.map(|it| it.0).collect();
                names::Named::None(all).or_say("side", typed)
            }
            found => found.or_say("side", typed),
        }
        .map_err(UserError::say)
    }

    fn verb_meant(&self, typed: &str) -> Option<&'static str> {
        R::meant_by(typed, &[]).map(|it| it.0).or_else(|| R::verb_named(typed))
    }

    fn knows_verb(&self, who: CombatantId, verb: &str, typed: &[(String, String)]) -> bool {
        let known = self.known_to_side_of(who);
        R::verb_for(self.fight(), who, verb).is_some() || R::meant_by_them(&known, who, verb, typed).is_some()
    }

    fn word_of_other_games(&self, typed: &str) -> Option<UserError> {
        let (sentence, rule) = R::word_of_other_games(typed)?;
        Some(UserError { rule: Some(rule.citation()), ..UserError::say(sentence) })
    }

    fn verbs(&self, viewer: Viewer, who: CombatantId) -> Vec<VerbView> {
        let known = view::as_known(self.fight(), viewer, self.discretion);
        match known.find(who) {
            Some(_) if self.takes_actions(viewer) => {
                let mut verbs = R::verbs(&known, who);
                // Ending a turn that has already ended by itself isn't a mistake, but it needn't be offered.
                let has_turn = known.turns.active == Some(who) || R::may_act(&known).contains(&who);
                verbs.retain(|it| it.name != END || has_turn);
                verbs.retain(|it| !self.lacks_a_gm(it.name));
                verbs
            }
            _ => vec![],
        }
    }

    fn param(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> Result<ParamView, UserError> {
        let known = view::as_known(self.fight(), viewer, self.discretion);
        let refused = |it: &Refusal<R>| story::refused(self.fight(), viewer, it, self.discretion);
        if known.find(who).is_none() {
            return Err(refused(&Refusal::Unknown(who)));
        }
        let param = R::options(&known, who, draft).map_err(|it| refused(&it))?;
        Ok(self.without_lost(viewer, who, param.of_any_system()))
    }

    fn draft(
        &self,
        viewer: Viewer,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Result<PartialAction, UserError> {
        let actor = match viewer {
            Viewer::Seat(seat) => Actor::Player(seat),
            _ => Actor::Table,
        };
        // A word that isn't understood is told before anybody has to wait.
        self.put_together(viewer, who, verb, typed).map_err(|why| match why.rule {
            Some(_) => self.busy(actor, who).unwrap_or(why),
            None => why,
        })
    }

    fn warning(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> Option<String> {
        lookahead::warning(self, viewer, who, draft)
    }

    fn clearly_worse(&self, viewer: Viewer, who: CombatantId, so_far: &PartialAction) -> Vec<ParamValue> {
        worse::clearly_worse(self.known_to(viewer).as_ref(), who, so_far)
    }

    fn last_attacked_with(&self, who: CombatantId) -> Option<ParamValue> {
        as_before::weapon(&self.log, who)
    }

    fn why_no_attack(&self, viewer: Viewer, who: CombatantId) -> Option<String> {
        lookahead::why_no_attack(self, viewer, who)
    }

    fn last_deed(&self) -> Option<(Seat, Option<CombatantId>)> {
        let pending = self.now().pending.as_ref().map(|it| (it.actor, &it.input));
        let (actor, input) = pending.or_else(|| self.log.last_deed().map(|it| (it.actor, &it.input)))?;
        let Actor::Player(seat) = actor else { return None };
        Some((seat, if let Input::Act { who, .. } = input { Some(*who) } else { None }))
    }

    fn answered_in_last_deed(&self) -> Option<Seat> {
        let from = match &self.now().pending {
            Some(pending) => pending.began_seq,
            None => self.log.last_deed()?.seq,
        };
        let rest = self.log.deeds().into_iter().filter(|it| it.first().is_some_and(|it| it.seq >= from)).flatten();
        rest.into_iter().find_map(|it| match (&it.input, it.actor) {
            (Input::Answer { .. } | Input::Interject { .. }, Actor::Player(seat)) => Some(seat),
            _ => None,
        })
    }

    fn last_deed_is_gms(&self) -> bool {
        let pending = self.now().pending.as_ref().map(|it| it.actor);
        pending.or_else(|| self.log.last_deed().map(|it| it.actor)).is_some_and(Actor::is_gm)
    }

    fn to_take_back(&self) -> Option<String> {
        if self.now().pending.is_some() { None } else { story::to_take_back(&self.log) }
    }

    fn turn_ground(&self, viewer: Viewer) -> Option<TurnGround> {
        let ground = view::turn_ground(self.fight(), viewer, self.discretion)?;
        match self.seen_by(viewer) {
            Some(seen) => seen.ground_of(ground, self.fight()),
            None => Some(ground),
        }
    }

    fn sight(&self, viewer: Viewer, from: &str, to: &str) -> Result<SightView, UserError> {
        lookahead::sight(self, viewer, from, to)
    }

    fn remaining(&self, viewer: Viewer, who: CombatantId) -> Vec<(String, String)> {
        let known = self.known_to(viewer);
        known.find(who).map_or_else(Vec::new, |it| view::open_remaining(&known, it, viewer, R::remaining(&known, who)))
    }

    fn interjects(&self, verb: &str) -> bool {
        R::WHILE_OTHERS_ARE_ASKED.contains(&verb)
    }

    fn instants(&self, who: CombatantId) -> Vec<String> {
        let fight = self.fight();
        let Some(prompt) = self.now().prompts().first() else { return vec![] };
        self.open_instants(who).iter().map(|it| R::choice_words(fight, &prompt.question, it)).collect()
    }

    fn order_menu(&self) -> Vec<&'static str> {
        std::iter::once(super::ASK_ME).chain(R::order_menu().into_iter().map(|(word, _)| word)).collect()
    }

    fn condition_menu(&self) -> Vec<String> {
        R::condition_menu()
    }

    fn afflictions(&self, who: CombatantId) -> Vec<String> {
        let all = self.fight().find(who).map_or_else(Vec::new, |it| R::afflictions(self.fight(), it));
        all.into_iter().map(str::to_owned).collect()
    }

    fn orders(&self, who: CombatantId) -> Vec<String> {
        self.fight().find(who).map_or_else(Vec::new, |it| it.orders.iter().map(R::order_words).collect())
    }

    fn propose(&self, actor: Actor, request: &Request, dice: &mut dyn Dice, at_ms: i64) -> Result<Proposal, UserError> {
        let (rows, stories) = match self.comes_first(actor, request) {
            true => self.judge_first(actor, request, dice, at_ms)?,
            false => self.judge(actor, request, dice, at_ms)?,
        };
        let text = |row: &LogRow<R>| RowText {
            seq: row.seq,
            at_ms: row.at_ms,
            actor: story::actor_text(row.actor),
            body: serde_json::to_string(row).expect("rows are plain values"),
        };
        Ok(Proposal { rows: rows.iter().map(text).collect(), stories, staged: Box::new(rows) })
    }

    fn commit(&mut self, proposal: Proposal) -> Vec<Story> {
        let rows = proposal.staged.downcast::<Vec<LogRow<R>>>().expect("a proposal goes to the fight that made it");
        for row in *rows {
            assert_eq!(row.seq, self.now().seq, "nothing happens between a proposal and its commit");
            fogged::append(&mut self.log, &mut self.memory, row);
        }
        proposal.stories
    }

    fn umpire_is_due(&self) -> bool {
        self.umpires_decision().is_some()
    }

    fn umpires_choices(&self, seed: u64) -> Option<Thinking> {
        self.thinking(seed)
    }

    fn group_turn(&self, who: Vec<CombatantId>, order: GroupOrder) -> GroupTurn {
        self.new_group_turn(who, order)
    }

    fn group_stands(&self, turn: &GroupTurn) -> bool {
        self.group_follows(turn)
    }

    fn group_has_acted(&self, turn: &GroupTurn) -> bool {
        self.group_has_acted(turn)
    }

    fn group_outlived(&self, turn: &GroupTurn) -> Option<CombatantId> {
        self.group_outlived(turn)
    }

    fn group_is_due(&self, turn: &GroupTurn) -> bool {
        self.groups_decision(turn).is_some()
    }

    fn group_choices(&self, turn: &GroupTurn, seed: u64) -> Option<Thinking> {
        self.group_thinking(turn, seed)
    }

    fn odds(&self, viewer: Viewer, shown: OddsShown, of: Vec<OddsOf>, effort: Effort) -> OddsWork {
        self.odds_work(viewer, shown, of, effort)
    }

    fn suggestions(
        &self,
        viewer: Viewer,
        shown: OddsShown,
        whom: SuggestFor,
        seed: u64,
    ) -> Result<SuggestWork, UserError> {
        self.suggest_work(viewer, shown, whom, seed)
    }

    fn forecast(&self, plan: &ForecastPlan) -> Result<ForecastRun, UserError> {
        self.forecast_run(plan)
    }

    fn clock(&self) -> Option<RunningClock> {
        self.now().clock()
    }

    fn is_acting(&self, who: CombatantId) -> bool {
        self.fight().turns.active == Some(who)
    }

    fn leaves_little(&self, viewer: Viewer, who: CombatantId, draft: &PartialAction) -> bool {
        leaves_little::leaves_little(&self.known_while_acting(viewer, who), who, draft)
    }

    fn has_acted(&self, who: CombatantId) -> bool {
        self.log.has_acted(who)
    }

    fn next_deadline_ms(&self) -> Option<i64> {
        self.now().next_deadline_ms()
    }

    fn knows(&self, viewer: Viewer, who: CombatantId) -> bool {
        let fight = self.fight();
        fight
            .find(who)
            .is_some_and(|it| viewer.knows(fight, it) || (viewer.sees(fight, it) && it.shown == Shown::Everything))
    }

    fn used(&self) -> Used {
        self.now().used
    }

    fn seq(&self) -> u64 {
        self.now().seq
    }

    fn stage(&self) -> Stage {
        self.fight().stage
    }

    fn begun_unseen(&self) -> Option<String> {
        story::begun_unseen(self.fight(), self.discretion)
    }

    fn takes_actions(&self, viewer: Viewer) -> bool {
        let waits = self.now().pending.is_some() && !unseen::goes_unnoticed(self.now(), viewer, self.discretion);
        !waits && !self.now().paused
    }

    fn paused(&self) -> bool {
        self.now().paused
    }

    fn read(&self, who: CombatantId, name: &str) -> Option<String> {
        self.fight().find(who)?;
        R::read(self.fight(), who, name)
    }

    fn read_fight(&self, name: &str) -> Option<String> {
        if fogged::is_fog(name) && R::SIGHT.is_some() {
            return Some(if self.fight().fog { "on" } else { "off" }.to_owned());
        }
        R::read_fight(self.fight(), name)
    }

    fn sheet_fields(&self, who: CombatantId) -> Vec<(String, String)> {
        self.fight().find(who).map_or_else(Vec::new, |it| R::sheet_fields(&it.sheet))
    }

    fn option_fields(&self) -> Vec<(String, String)> {
        let fog = self.fight().fog.then(|| (fogged::FOG.to_owned(), "on".to_owned()));
        R::option_fields(&self.fight().options).into_iter().chain(fog).collect()
    }

    fn rules(&self) -> Vec<Citation> {
        R::Rule::all().iter().map(Citable::citation).collect()
    }

    fn templates(&self) -> Vec<String> {
        R::templates().into_iter().map(|it| it.0).collect()
    }

    fn template_heroes(&self) -> Vec<String> {
        R::template_heroes()
    }

    fn check_sheet(&self, template: Option<&str>, fields: &[(String, String)]) -> Result<Fields, UserError> {
        self.read_sheet(template, fields).map_err(|problems| newcomers::refused(&problems))
    }

    fn read_sheet(&self, template: Option<&str>, fields: &[(String, String)]) -> Result<Fields, Vec<(String, String)>> {
        newcomers::read_sheet::<R>(template, fields).map(|it| R::sheet_fields(&it))
    }

    fn prepared(&self) -> Result<String, UserError> {
        prepared::prepared(self.now())
    }

    fn line_up(&self) -> Result<String, UserError> {
        prepared::line_up(&self.log)
    }

    fn before_the_end(&self, from_seq: u64) -> Option<BeforeTheEnd> {
        ended::before_the_end(&self.log, from_seq)
    }

    fn looks_back(&self, viewer: Viewer, moments: &[ended::Instant], look: &mut dyn FnMut(&Scene)) {
        ended::looks_back(&self.log, viewer, moments, look);
    }

    fn retold(&self) -> Vec<retold::Retold> {
        retold::retold(&self.log)
    }

    fn unplaced(&self) -> Vec<(String, bool)> {
        unseen::unplaced(self.fight())
    }

    fn unseen_among_foes(&self) -> Vec<String> {
        unseen::among_foes(self.fight())
    }

    fn lasting(&self, who: CombatantId) -> Option<Lasting> {
        lasting::lasting(self.fight(), who)
    }

    fn merge(&self, fields: &Fields, changes: &[Change]) -> Merged {
        lasting::merge::<R>(fields, changes)
    }

    fn rests(&self) -> Vec<Rest> {
        R::rests()
    }

    fn rest(&self, fields: &Fields, kind: &str, dice: &mut dyn Dice) -> Result<RestedFields, UserError> {
        lasting::rest::<R>(fields, kind, dice)
    }

    fn asked(&self) -> Asked {
        question_count::asked(&self.log)
    }

    fn recap(&self, viewer: Viewer) -> Vec<RoundRecap> {
        recap::recap(&self.log, viewer, self.discretion)
    }

    fn account(&self, viewer: Viewer) -> BattleAccount {
        account::account(&self.log, viewer)
    }

    fn dice_of(&self, seat: Seat) -> DiceLuck {
        account::dice_of(&self.log, seat)
    }

    fn seats(&self) -> Vec<Seat> {
        self.now().seats()
    }

    fn place_meant(&self, typed: &str) -> Result<String, UserError> {
        let space = &self.fight().space;
        requests::place_meant::<R>(space, typed).map(|it| space.place_words(&it))
    }

    fn first_place(&self, side: SideId, hidden: bool) -> Option<FirstPlace> {
        let (at, is_with_own) = self.first_place_of(Actor::Gm(Seat(0)), side, hidden)?;
        Some(FirstPlace { at: self.fight().space.place_words(&at), is_with_own })
    }

    fn place_of(&self, who: CombatantId) -> Option<String> {
        let fight = self.fight();
        fight.find(who)?.place.as_ref().map(|at| fight.space.place_words(at))
    }

    fn places(&self) -> Vec<String> {
        let space = &self.fight().space;
        space.places().iter().map(|it| space.place_words(it)).collect()
    }

    fn pending_story(&self) -> Option<Story> {
        story::pending(self.now())
    }

    fn opening_anew(&self) -> String {
        let mut opening = self.log.opening().clone();
        R::begins_anew(std::sync::Arc::make_mut(&mut opening.fight.options));
        serde_json::to_string(&opening).expect("a fight is a plain value")
    }

    fn opening(&self) -> String {
        serde_json::to_string(self.log.opening()).expect("a fight is a plain value")
    }

    fn export(&self) -> serde_json::Value {
        // By way of the text that the store keeps: turning rows straight into values would be as much code again, for each system.
        let value =
            |text: String| serde_json::from_str::<serde_json::Value>(&text).expect("JSON reads as it was written");
        let row = |row| value(serde_json::to_string(row).expect("rows are plain values"));
        let rows: Vec<_> = self.log.rows().iter().map(row).collect();
        serde_json::json!({ "system": R::NAME, "opening": value(self.opening()), "rows": rows })
    }

    fn audit_with(&self, seeds: &[(u64, &Seed)]) -> Result<(), AuditError> {
        self.log.audit_with(seeds)
    }
}
