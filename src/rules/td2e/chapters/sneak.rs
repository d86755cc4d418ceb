//! Sneaking: R16, R17. Who is not in combat may try to get out of sight; anyone who is hidden is so until they attack.

use crate::engine::CombatantId;
use crate::rules::td2e::{
    Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        cost::Cost,
        testing::{self, Test},
    },
    model::{
        board,
        gear::{self, Sneak},
        state::Difficulty,
    },
};

/// R16, R17: whether a combatant can try to sneak out of sight.
///
/// # Errors
/// The rule that forbids it.
pub fn check_sneak(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let it = fight.combatant(who);
    match gear::worn(it.sheet.armour.as_deref()).map_or(Sneak::Normal, |it| it.sneak) {
        Sneak::Never => Err(Violation::CannotSneak(who)),
        _ if it.is_hidden() => Err(Violation::Hidden(who)),
        _ if board::in_combat(fight, who) => Err(Violation::InCombat(who)),
        Sneak::Normal | Sneak::Disadvantage => Ok(()),
    }
}

/// R16 Medium armour, R17 Heavy armour: a test to get out of sight, out of combat; in medium armour at disadvantage.
///
/// # Errors
/// Never; it asks nobody.
pub fn sneak(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    Cost::Turn.spend(cx, who);
    let armour = gear::worn(cx.combatant(who).sheet.armour.as_deref());
    let hampered = armour.is_some_and(|it| it.sneak == Sneak::Disadvantage);
    if hampered {
        cx.cite(Rule::MediumArmour);
    }
    let test = Test {
        what: "test to sneak".to_owned(),
        rule: Rule::Tests,
        dice: testing::dice(&cx.options, false, hampered),
        difficulty: Difficulty::Average,
    };
    let test = testing::under_circumstances(cx, who, test);
    if testing::test(cx, who, &test) {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    Ok(())
}
