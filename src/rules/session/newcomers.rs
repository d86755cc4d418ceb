//! Who joins, and on which side: names that somebody typed, bounded and numbered where they repeat; sheets from a template and
//! fields.

use super::{
    super::{
        names,
        request::{Newcomer, UserError},
        spelling::{is_same, one_line},
    },
    Fight, Session,
};
use crate::engine::{
    Actor, Combatant, CombatantId, Controller, Ruleset, Side, SideId, fight_state::Shown, refusal::Refusal,
    space::Space,
};
use std::sync::Arc;

/// No fight holds more combatants than this; of those whom everybody sees, where a player joins.
pub const MOST_COMBATANTS: usize = 60;
/// No fight has more sides than this.
const MOST_SIDES: usize = 8;
/// No name is longer than this, in characters.
pub const NAME_MAX_CHARS: usize = 40;

impl<R: Ruleset> Fight<R> {
    pub(super) fn new_side(&self, name: &str) -> Result<Side, UserError> {
        let name = bounded(name)?;
        let sides = &self.fight().sides;
        if sides.iter().any(|it| is_same(&it.name, &name)) {
            return Err(UserError::say(format!("There is a side called {name} already.")));
        }
        if sides.len() >= MOST_SIDES {
            return Err(UserError::say(format!("A fight has at most {MOST_SIDES} sides.")));
        }
        Ok(Side { id: SideId(sides.len() as u8 + 1), name: name.into() })
    }

    /// The combatants that a newcomer stands for: names are numbered where they repeat.
    pub(super) fn newcomers(&self, actor: Actor, it: &Newcomer) -> Result<Vec<Combatant<R>>, UserError> {
        let fight = self.fight();
        let name = bounded(&it.name)?;
        let count = usize::from(it.count.max(1));
        // To whoever does not see them, the hidden take no room.
        let there = match actor {
            Actor::Player(_) => fight.combatants.iter().filter(|it| !it.hidden).count(),
            Actor::Gm(_) | Actor::Table => fight.combatants.len(),
        };
        if there + count > MOST_COMBATANTS {
            return Err(UserError::say(format!("A fight has at most {MOST_COMBATANTS} combatants.")));
        }
        if count > 1 && !actor.is_gm() {
            return Err(self.refused(&Refusal::GmOnly));
        }
        if it.saved.is_some() && fight.combatants.iter().any(|known| known.saved == it.saved) {
            return Err(UserError::say(format!("{name} is in the fight already.")));
        }
        let side = match &it.side {
            Some(typed) => self.find_side(typed)?,
            None => fight
                .sides
                .first()
                .map(|it| it.id)
                .ok_or_else(|| UserError::say("The fight has no side to join yet."))?,
        };
        let sheet = sheet::<R>(it)?;
        let hidden = it.hidden || R::begins_hidden(&sheet);
        // Whoever comes openly is named as if nobody were hidden: who is hidden under that name makes room.
        let taken = |name: &str| fight.combatants.iter().any(|it| (hidden || !it.hidden) && is_same(&it.name, name));
        if count == 1 && taken(&name) && it.owner.is_some() {
            return Err(UserError::say(format!("{name} is in the fight already. Join under another name.")));
        }
        // One more of several that are numbered is numbered with them; a player's character keeps its name.
        let numbered = count > 1 || taken(&name) || (it.owner.is_none() && taken(&format!("{name} 1")));
        let mut number = 0;
        let mut all = vec![];
        for index in 0..count {
            let mut own = name.clone();
            while numbered && (own == name || taken(&own)) {
                number += 1;
                own = format!("{name} {number}");
            }
            let (state, budget) = R::fresh(&sheet);
            all.push(Combatant {
                id: CombatantId(fight.next_combatant + index as u16),
                name: own.into(),
                side,
                controller: it.owner.map_or(Controller::Gm, Controller::Player),
                owner: it.owner,
                sheet: Arc::new(sheet.clone()),
                state,
                conditions: R::begins_with(&sheet),
                budget,
                place: fight.space.entrance(),
                orders: Arc::new(R::first_orders(it.owner)),
                hidden,
                shown: Shown::State,
                saved: it.saved,
            });
        }
        Ok(all)
    }
}

/// A sheet from a template and fields.
fn sheet<R: Ruleset>(it: &Newcomer) -> Result<R::Sheet, UserError> {
    read_sheet::<R>(it.template.as_deref(), &it.fields).map_err(|problems| refused(&problems))
}

/// The same, with every problem and the field that it is in; `template` if that is what is wrong.
pub(super) fn read_sheet<R: Ruleset>(
    template: Option<&str>,
    typed: &[(String, String)],
) -> Result<R::Sheet, Vec<(String, String)>> {
    let mut fields = match template {
        None => vec![],
        Some(typed) => {
            let found = names::find(typed, R::templates()).or_say("ready-made character or foe", typed);
            R::sheet_fields(&found.map_err(|why| vec![("template".to_owned(), why)])?)
        }
    };
    for (name, value) in typed {
        fields.retain(|(known, _)| known != name);
        fields.push((name.clone(), value.clone()));
    }
    R::sheet(&fields)
}

/// Problems as a refusal, a line each.
pub(super) fn refused(problems: &[(String, String)]) -> UserError {
    let line = |(field, why): &(String, String)| match field.as_str() {
        "template" => why.clone(),
        _ => format!("{field}: {why}"),
    };
    UserError::say(problems.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// A name that somebody typed, trimmed and bounded.
fn bounded(name: &str) -> Result<String, UserError> {
    let name = one_line(name);
    match name.chars().count() {
        0 => Err(UserError::say("A name is needed.")),
        1..=NAME_MAX_CHARS => Ok(name),
        _ => Err(UserError::say(format!("A name has at most {NAME_MAX_CHARS} characters."))),
    }
}
