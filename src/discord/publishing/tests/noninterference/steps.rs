//! Public actions in a pair of fights, chosen at random from what the first one offers.

use super::{
    paired_fight::PairedFight,
    world::{ANA, BOB, GWEN, caller},
};
use crate::{
    engine::{
        Stage,
        partial_action::{Candidate, ParamValue, PartialAction},
        random_play::PlayRng,
        view::Viewer,
    },
    rules::ParamView,
};

/// The next parameter of a partial action, set by a candidate's label or by a text.
pub(super) fn fill_slot(
    session: &dyn crate::rules::Session,
    viewer: Viewer,
    who: crate::engine::CombatantId,
    draft: PartialAction,
    fill: &str,
) -> Option<PartialAction> {
    Some(match session.param(viewer, who, &draft).ok()? {
        ParamView::Choose { name, candidates, .. } => {
            let candidate = candidates.into_iter().find(|it| it.label == fill)?;
            draft.with(name, candidate.fill)
        }
        ParamView::Write { name, .. } => draft.with(name, ParamValue::Text(fill.to_owned())),
        ParamView::Done(()) => draft,
    })
}

/// A public action.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Answer { seat: u64, index: usize, label: String },
    Act { seat: u64, name: String, verb: String, fills: Vec<String> },
    Pass(String),
    Hurt(&'static str),
    Say(u64, &'static str, Vec<(&'static str, &'static str)>),
    Wait,
}

/// The next public step, chosen from what the first fight offers and everyone may know.
pub(super) async fn next(paired: &PairedFight, rng: &mut PlayRng) -> Option<Step> {
    let mut rng_of_look = PlayRng::new(rng.bits());
    let (hidden, template) = (paired.hidden.clone(), paired.kit.players[0]);
    let look = move |service: &crate::table::EncounterService| {
        let rng = &mut rng_of_look;
        let open = service.scene(Viewer::Everyone);
        let seat = [ANA, BOB][rng.below(2)];
        if open.stage == Stage::Over {
            return None;
        }
        if rng.percent(15) {
            return Some(Step::Say(seat, "encounter undo", vec![]));
        }
        if open.stage == Stage::Gathering {
            let names = ["Eva", "Lurker", "Lurker 2", "Cub", "lurker\u{200D}"];
            let name = names[rng.below(names.len())];
            return Some(match rng.below(5) {
                0 => Step::Hurt("Leader"),
                1 => Step::Say(seat, "leave", vec![("as", name)]),
                2 => {
                    Step::Say(seat, "orders", vec![("as", ["Ana", "Bob"][(seat != ANA) as usize]), ("order", "ask me")])
                }
                _ => Step::Say(seat, "join", vec![("name", name), ("template", template)]),
            });
        }
        let known = |text: &str| !hidden.iter().any(|it| text.contains(it.as_str()));
        let waiting: Vec<_> = open.prompts.iter().filter(|it| !it.answered).collect();
        if rng.percent(6) {
            return Some(Step::Wait);
        }
        if !waiting.is_empty() {
            let index = rng.below(waiting.len());
            let all = service.scene(Viewer::Gm).prompts.into_iter().find(|it| it.id == waiting[index].id)?;
            let labels: Vec<String> = all.labels.into_iter().filter(|it| known(it)).collect();
            let label = rng.pick(&labels)?.clone();
            let seat = waiting[index].seats.first().map_or(GWEN, |it| it.0);
            return Some(Step::Answer { seat, index, label });
        }
        if rng.percent(8) {
            return Some(Step::Hurt("Leader"));
        }
        let side = service.session().side_up();
        let side_name = side.and_then(|side| open.sides.iter().find(|it| it.id == side)).map(|it| it.name.clone());
        let members: Vec<_> =
            open.sides.iter().flat_map(|it| &it.members).filter(|it| open.may_act.contains(&it.id)).collect();
        if let Some(side) = side_name.filter(|_| members.is_empty() || rng.percent(8)) {
            return Some(Step::Pass(side));
        }
        if members.is_empty() {
            return Some(Step::Wait);
        }
        let who = members[rng.below(members.len())];
        let seat = who.player.map_or(GWEN, |it| it.0);
        let viewer = service.viewer(&caller(seat));
        let verbs = service.session().verbs(viewer, who.id);
        let verb = rng.pick(&verbs)?.name.to_owned();
        let (mut draft, mut fills) = (PartialAction::of(&verb), vec![]);
        for _ in 0..12 {
            match service.session().param(viewer, who.id, &draft).ok()? {
                ParamView::Done(()) => break,
                ParamView::Write { name, .. } => {
                    fills.push("so be it".to_owned());
                    draft = draft.with(name, ParamValue::Text("so be it".to_owned()));
                }
                ParamView::Choose { name, candidates, .. } => {
                    let candidates: Vec<Candidate> = candidates.into_iter().filter(|it| known(&it.label)).collect();
                    let candidate = rng.pick(&candidates)?;
                    fills.push(candidate.label.clone());
                    draft = draft.with(name, candidate.fill.clone());
                }
            }
        }
        Some(Step::Act { seat, name: who.name.clone(), verb, fills })
    };
    paired.handle.look(look).await.expect("a look")
}
