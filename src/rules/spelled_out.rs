//! An action back in the words of the menus it could have come from.

use super::verbs::{FilledVerb, VerbSystem};
use crate::engine::{CombatantId, FightState, ParamValue, PartialAction, partial_action::VerbKind};

/// The parameters that are always said.
const SAID: [&str; 2] = ["target", TO];
/// Where somebody goes: "Move to Yard".
const TO: &str = "to";

/// An action as the menus put it together, and in a few words; what goes without saying isn't among them. `None` if it needs a text that only
/// a person can write.
pub fn spelled_out<R: VerbSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    action: &dyn FilledVerb<R>,
) -> Option<(PartialAction, String)> {
    let info = action.info();
    let (mut draft, mut words) = (PartialAction::of(info.name), info.label.to_owned());
    let mut separator = " ";
    let goes = info.kind == VerbKind::Move && !info.label.ends_with("zone");
    for it in &action.filled() {
        if let Some(writing) = it.writing {
            if !writing.optional {
                return None;
            }
            draft = draft.with(it.param, ParamValue::Text(String::new()));
            continue;
        }
        let (fill, label) = R::filled(fight, who, &it.part);
        let goes_without_saying = it.may_be_left_out && action.goes_unasked(fight, who, it.param);
        if SAID.contains(&it.param) || !goes_without_saying {
            // Words in small letters say how, not where: "Move to Yard", but "Flee straight out".
            let to = match () {
                () if label.starts_with("border ") => " to the ",
                () if label.starts_with(char::is_lowercase) && label.contains(' ') => separator,
                () => " to ",
            };
            words.push_str(if goes && it.param == TO && separator == " " { to } else { separator });
            words.push_str(&label);
            separator = ", ";
        }
        draft = draft.with(it.param, fill);
    }
    Some((draft, words))
}
