//! Initiative cards: R2, R3 and rulings A4, A11: how many cards a combatant draws, from which deck, and who shares one.

use super::order;
use crate::engine::CombatantId;
use crate::rules::einfelst::{
    Combatant, Cx, FightState, Roll, Rule,
    model::{
        fact::{Event, Fact},
        state::{TurnRow, is_here, is_player},
    },
};

/// R2 Initiative cards, R3, R32, R33, rulings A4, A11: everyone draws, in the order they joined; foes sharing a card draw it once; the
/// winners of an ambush draw one more and keep the lower.
pub fn deal(cx: &mut Cx<'_>, extra: &[CombatantId]) {
    cx.cite(Rule::Cards);
    let all: Vec<CombatantId> = cx.ids().filter(|it| is_here(cx, *it)).collect();
    let many = all.iter().filter(|it| !order::is_beside(cx, **it)).count() > DECK;
    let mut dealt: Vec<(String, u8)> = vec![];
    let mut rows = vec![];
    for who in all {
        let group = group_of(cx, who, many);
        let beside = order::is_beside(cx, who);
        let known = group.as_ref().and_then(|group| dealt.iter().find(|it| it.0 == *group));
        let cards = match known {
            Some((_, card)) => {
                let card = *card;
                if !beside {
                    cx.cite(Rule::SharedCard);
                }
                if many && !beside {
                    cx.cite(Rule::ManyCards);
                }
                cx.tell(Event::Shares { who, card });
                vec![card]
            }
            None => draw(cx, who, extra.contains(&who)),
        };
        // An unseen combatant draws for nobody else.
        if let (Some(group), Some(card), false) = (&group, cards.first(), beside) {
            dealt.push((group.clone(), *card));
        }
        rows.extend(cards.into_iter().map(|card| TurnRow::new(who, card, group.clone())));
    }
    order::lay(cx, rows);
}

/// R2: the cards in a deck.
const DECK: usize = 10;

/// How often a card is drawn again at most; with fair dice it never comes to this.
const MOST_TRIES: u32 = 1000;

/// R3 One card for several, A4: the group the combatant shares a card with: the one on their sheet; or, if the table wants it or there are
/// more than ten combatants, the GM's own who are all alike.
pub fn group_of(fight: &FightState, who: CombatantId, many: bool) -> Option<String> {
    let it = fight.combatant(who);
    if let Some(group) = &it.sheet.group {
        return Some(format!("{} of side {}", group, it.side.0));
    }
    if is_player(it) || it.sheet.cards > 1 || !(fight.options.shared_cards || many) {
        return None;
    }
    let beside = order::is_beside(fight, who);
    let alike = |other: &&std::sync::Arc<Combatant>| {
        let same = other.side == it.side && other.sheet.group.is_none() && other.sheet == it.sheet;
        same && !is_player(other) && (beside || !order::is_beside(fight, other.id))
    };
    let first = fight.combatants.iter().find(alike)?;
    let several = fight.combatants.iter().filter(alike).count() > 1;
    several.then(|| format!("like {}", first.id))
}

/// R2, A4, A11, R32: draws the combatant's cards; an ambusher draws one more, and the highest goes.
pub fn draw(cx: &mut Cx<'_>, who: CombatantId, extra: bool) -> Vec<u8> {
    let sheet = cx.combatant(who).sheet.clone();
    let mut cards: Vec<u8> = sheet.card.into_iter().collect();
    let beside = order::is_beside(cx, who);
    if let (Some(card), false) = (sheet.card, beside) {
        let gone: Vec<u8> = cx.system.gone.iter().copied().chain([card]).collect();
        cx.change(Fact::Gone(gone));
    }
    let wanted = usize::from(sheet.cards) + usize::from(extra);
    while cards.len() < wanted {
        let card = match beside {
            true => unseen_card(cx, who, &cards),
            false => one_card(cx, who),
        };
        cards.push(card);
    }
    let drawn = cards.clone();
    cards.sort_unstable();
    if extra {
        cx.cite(Rule::SeveralCards);
        cards.pop();
    }
    if sheet.cards > 1 && !beside {
        cx.cite(Rule::SeveralCards);
    }
    if sheet.card.is_some() || drawn.len() > 1 {
        cx.tell(Event::Drew { who, drawn, kept: cards.clone() }); // one that is drawn shows itself
    }
    cards
}

/// R2 Initiative cards, A4: draws from the deck; when it's empty, it's shuffled anew.
fn one_card(cx: &mut Cx<'_>, who: CombatantId) -> u8 {
    if cx.system.gone.len() >= DECK {
        cx.cite(Rule::ManyCards);
        cx.change(Fact::Gone(vec![]));
    }
    let lying = cx.system.gone.clone();
    let (card, roll) = card_but(cx, who, &lying);
    cx.change(Fact::Gone(lying.into_iter().chain([card]).collect()));
    cx.rolled(roll);
    card
}

/// R2 Initiative cards, for a combatant who acts beside the order: from a deck of the GM's own, so that no open card depends on it. It's a
/// card that nobody has, as long as there is one.
fn unseen_card(cx: &mut Cx<'_>, who: CombatantId, drawn: &[u8]) -> u8 {
    let theirs = cx.system.rows.iter().filter(|it| order::is_beside(cx, it.owner)).map(|it| it.card);
    let mut lying: Vec<u8> = cx.system.gone.iter().copied().chain(theirs).chain(drawn.iter().copied()).collect();
    if (1..=DECK as u8).all(|it| lying.contains(&it)) {
        lying = drawn.to_vec();
    }
    let (card, roll) = card_but(cx, who, &lying);
    cx.rolled(roll);
    card
}

/// A card other than these; a hidden combatant's is only shown to the GM.
fn card_but(cx: &mut Cx<'_>, who: CombatantId, lying: &[u8]) -> (u8, Roll) {
    let mut tries = 0;
    let (die, secret, card) = loop {
        let (die, secret) = cx.own_die(who, DECK as u16);
        let card = die.faces[0] as u8;
        tries += 1;
        // A card on the table isn't in the deck. If dice never land on another one, that's the dice's fault.
        if !lying.contains(&card) || tries == MOST_TRIES {
            break (die, secret, card);
        }
    };
    let what = "initiative card";
    let roll = Roll::total(Some(who), Rule::Cards, what, vec![die], crate::engine::roll::Keep::All, vec![]);
    (card, Roll { secret, ..roll })
}
