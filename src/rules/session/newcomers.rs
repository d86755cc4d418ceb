//! Who joins, and on which side: typed names, with a length limit and numbered if they repeat; sheets from a template and fields.

use super::{
    super::{
        names,
        request::{Handover, Newcomer, UserError},
        spelling::{is_same, one_line},
    },
    Fight, Session,
    requests::place_meant,
};
use crate::engine::{
    Actor, Combatant, CombatantId, Controller, GameSystem, Side, SideId, Stage,
    fight_state::Shown,
    playing::Style,
    refusal::Refusal,
    ruleset::PlaceOf,
    space::{Space, ground::Spot},
    view::Mark,
};
use std::{collections::BTreeSet, sync::Arc};

/// The most combatants in one fight; if a player joins, only those everyone sees count.
pub const MOST_COMBATANTS: usize = 60;
/// The most sides in one fight.
const MOST_SIDES: usize = 8;
/// The maximum length of a name, in characters.
pub const NAME_MAX_CHARS: usize = 40;

/// Where newcomers stand if nobody says where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstPlace {
    /// The place's name.
    pub at: String,
    /// Whether it's chosen because most of their own side stand there; otherwise it's the board's entrance.
    pub is_with_own: bool,
}

impl<R: GameSystem> Fight<R> {
    pub(super) fn new_side(&self, name: &str) -> Result<Side, UserError> {
        let name = bounded(name)?;
        let sides = &self.fight().sides;
        if sides.iter().any(|it| is_same(&it.name, &name)) {
            return Err(UserError::say(format!("There\u{2019}s already a side called {name}.")));
        }
        if sides.len() >= MOST_SIDES {
            return Err(UserError::say(format!("A fight can have at most {MOST_SIDES} sides.")));
        }
        Ok(Side { id: SideId(sides.len() as u8 + 1), name: name.into() })
    }

    /// The combatants that a newcomer stands for, with names numbered if they repeat.
    pub(super) fn newcomers(&self, actor: Actor, it: &Newcomer) -> Result<Vec<Combatant<R>>, UserError> {
        let fight = self.fight();
        let name = bounded(&it.name)?;
        let count = usize::from(it.count.max(1));
        // For players who don't see them, hidden combatants don't count.
        let there = match actor {
            Actor::Player(_) => fight.in_sight().count(),
            Actor::Gm(_) | Actor::Table | Actor::Umpire => fight.combatants.len(),
        };
        if there + count > MOST_COMBATANTS {
            return Err(UserError::say(format!("A fight can have at most {MOST_COMBATANTS} combatants.")));
        }
        if count > 1 && !actor.is_gm() {
            return Err(self.refused(&Refusal::GmOnly));
        }
        if it.saved.is_some() && fight.combatants.iter().any(|known| known.saved == it.saved) {
            return Err(UserError::say(format!("{name} is already in the fight.")));
        }
        let side = match &it.side {
            Some(typed) => self.find_side(typed)?,
            None => fight.sides.first().map(|it| it.id).ok_or_else(|| {
                UserError::say("This fight has no side to join yet. The GM can add one with /gm side.")
            })?,
        };
        let sheet = sheet::<R>(it)?;
        let hidden = it.hidden || R::begins_hidden(&sheet);
        let place = match &it.at {
            Some(at) => Some(place_meant::<R>(&fight.space, at)?),
            None => self.first_place_of(actor, side, hidden).map(|it| it.0),
        };
        let usual_style = it.template.as_deref().and_then(usual_style::<R>);
        // An openly joining combatant gets its name as if nobody were hidden; a hidden one with the same name is renamed.
        let taken = |name: &str| {
            fight.combatants.iter().any(|it| (hidden || !it.is_hidden()) && names::key(&it.name) == names::key(name))
        };
        if count == 1 && taken(&name) && it.owner.is_some() {
            return Err(UserError::say(format!("{name} is already in the fight. Join under another name.")));
        }
        // A further one of several numbered combatants is numbered too; a player's character keeps its name.
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
                place: place.clone(),
                orders: Arc::new(R::first_orders(it.owner)),
                hidden,
                shown: Shown::State,
                saved: it.saved,
                autopilot: match &it.autopilot {
                    Handover::Off => None,
                    Handover::Usual => Some(usual_style.clone().unwrap_or_default()),
                    Handover::In(style) => Some(style.clone()),
                },
                usual_style: usual_style.clone(),
            });
        }
        Ok(all)
    }

    /// Where newcomers stand until they're moved, and whether that's with their own side. Usually it's the board's entrance, but the GM's
    /// reinforcements for a fight under way come where most of their side is: the entrance may be full of their enemies. Openly joining ones
    /// give no hidden ones away.
    pub(super) fn first_place_of(&self, actor: Actor, side: SideId, hidden: bool) -> Option<(PlaceOf<R>, bool)> {
        let fight = self.fight();
        let entrance = fight.space.entrance()?;
        if fight.stage != Stage::Fighting || !actor.is_gm() {
            return Some((entrance, false));
        }
        let own = fight.members(side).filter(|it| hidden || !it.is_hidden());
        let own: Vec<&PlaceOf<R>> =
            own.filter(|it| R::standing(fight, it).0 != Mark::Down).filter_map(|it| it.place.as_ref()).collect();
        let crowd = |at: &PlaceOf<R>| own.iter().filter(|it| **it == at).count();
        let is_choice = |at: &PlaceOf<R>| matches!(fight.space.spot(at), Spot::Zone(_)) && crowd(at) > 0;
        let zones: Vec<PlaceOf<R>> = fight.space.places().into_iter().filter(is_choice).collect();
        // Of equally full ones the first: `max_by_key` takes the last.
        let fullest = zones.into_iter().rev().max_by_key(crowd);
        Some(fullest.map_or((entrance, false), |at| (at, true)))
    }
}

/// How Umpire plays a ready-made combatant, if it has a way of its own.
fn usual_style<R: GameSystem>(template: &str) -> Option<Style> {
    let styles = R::template_styles();
    if styles.is_empty() {
        return None;
    }
    let all = R::templates().into_iter().map(|(name, _)| (name.clone(), name));
    let name = names::find(template, all).or_say("ready-made character or foe", template).ok()?;
    styles.into_iter().find(|it| it.0 == name).map(|it| it.1)
}

/// A sheet from a template and fields.
fn sheet<R: GameSystem>(it: &Newcomer) -> Result<R::Sheet, UserError> {
    read_sheet::<R>(it.template.as_deref(), &it.fields).map_err(|problems| refused(&problems))
}

/// As [`sheet`], with every problem and the field it's in; `template` if the template is wrong.
pub(super) fn read_sheet<R: GameSystem>(
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
    R::sheet(&fields).map_err(|problems| problems.into_iter().map(with_the_field_meant::<R>).collect())
}

/// What every system says of a field that isn't one, before it lists those there are.
const NO_SUCH_FIELD: &str = "sheet has no such field.";

/// A problem with a field that isn't one, with the field that comes closest before all that there are.
fn with_the_field_meant<R: GameSystem>((field, why): (String, String)) -> (String, String) {
    let Some((no_such, all)) = why.split_once(NO_SUCH_FIELD) else { return (field, why) };
    let known: BTreeSet<String> = R::templates().iter().flat_map(|it| R::sheet_fields(&it.1)).map(|it| it.0).collect();
    match names::find(&field, known.into_iter().map(|it| (it, ()))) {
        names::Named::None(close) if !close.is_empty() => {
            let meant = names::either(&close);
            let told = format!("{no_such}{NO_SUCH_FIELD} Did you mean {meant}?{all}");
            (field, told)
        }
        _ => (field, why),
    }
}

/// The problems as a refusal, one per line.
pub(super) fn refused(problems: &[(String, String)]) -> UserError {
    let line = |(field, why): &(String, String)| match field.as_str() {
        "template" => why.clone(),
        _ => format!("{field}: {why}"),
    };
    UserError::say(problems.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// A typed name, trimmed and limited in length.
fn bounded(name: &str) -> Result<String, UserError> {
    let name = one_line(name);
    match name.chars().count() {
        0 => Err(UserError::say("Give a name.")),
        1..=NAME_MAX_CHARS => Ok(name),
        _ => Err(UserError::say(format!("A name can have at most {NAME_MAX_CHARS} characters."))),
    }
}
