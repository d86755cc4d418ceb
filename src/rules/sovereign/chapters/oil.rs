//! Military oil: C14. A flask that hits burns for two rounds; one that misses splashes about.

use super::harm;
use crate::engine::{CombatantId, roll::Keep, space::grid::Square};
use crate::rules::sovereign::{
    Condition, Cx, Flow, Rule,
    model::{
        blow::Blow,
        board,
        fact::{Event, Fact},
        state,
    },
};

/// The eight squares around one, clockwise from the north: what a d8 chooses among.
const AROUND: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// C14: the flask lands.
///
/// # Errors
/// When the GM must be asked.
pub fn lands(cx: &mut Cx<'_>, blow: &Blow, hit: bool) -> Flow {
    cx.cite(Rule::Oil);
    if hit {
        let points = burn_die(cx, blow.by, 8, "burning oil");
        cx.change(Fact::FireIs { who: blow.at, rounds: 1 });
        harm::gains(cx, blow.at, Condition::Burning);
        return harm::suffer(cx, blow.at, points, Some(blow.by), false);
    }
    cx.tell(Event::Missed { by: blow.by, at: blow.at });
    let Some(from) = board::place(cx, blow.at) else { return Ok(()) };
    let die = cx.plain_die(8);
    let (dx, dy) = AROUND[(die.counts - 1).clamp(0, 7) as usize];
    let rolled = crate::rules::sovereign::Roll::total(
        Some(blow.by),
        Rule::Oil,
        "where it lands, clockwise from the north",
        vec![die],
        Keep::All,
        vec![],
    );
    cx.rolled(rolled);
    let middle = Square { x: from.x + dx, y: from.y + dy };
    cx.tell(Event::Splashes(middle));
    let points = burn_die(cx, blow.by, 3, "splashing oil");
    let near = |at: Square| (at.x - middle.x).abs() <= 1 && (at.y - middle.y).abs() <= 1;
    let wet: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| !it.state.dead && it.place.is_some_and(near)).map(|it| it.id).collect();
    for who in wet {
        harm::suffer(cx, who, points, Some(blow.by).filter(|by| state::enemies(cx, *by, who)), false)?;
    }
    Ok(())
}

/// C14: at the end of the next round the fire burns once more, and then it is out.
///
/// # Errors
/// When the GM must be asked.
pub fn burns(cx: &mut Cx<'_>) -> Flow {
    let burning: Vec<(CombatantId, u8)> = cx
        .combatants
        .iter()
        .filter(|it| it.state.fire > 0 && !it.state.dead)
        .map(|it| (it.id, it.state.fire))
        .collect();
    for (who, rounds) in burning {
        // The round in which it was thrown has had its die already: it counts from 1 to 2, and burns at 2.
        if rounds == 1 {
            cx.change(Fact::FireIs { who, rounds: 2 });
            continue;
        }
        cx.aside(who, |cx| burns_out(cx, who))?;
    }
    Ok(())
}

/// C14: the second die of a fire, which is the last.
fn burns_out(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Oil);
    let points = burn_die(cx, who, 8, "burning oil");
    cx.change(Fact::FireIs { who, rounds: 0 });
    cx.apply(crate::rules::sovereign::TableFact::Lost { who, what: Condition::Burning });
    harm::suffer(cx, who, points, None, false)
}

fn burn_die(cx: &mut Cx<'_>, who: CombatantId, sides: u16, what: &str) -> i32 {
    let (die, secret) = cx.own_die(who, sides);
    let rolled = crate::rules::sovereign::Roll::total(Some(who), Rule::Oil, what, vec![die], Keep::All, vec![]);
    cx.rolled(crate::rules::sovereign::Roll { secret, ..rolled }).total
}
