//! The words that may stand around a kind of weapon: what it does besides its damage (C11), and how it is made. What each does is
//! written where it is done; here they are only read and written.

use super::{
    fields::key,
    gear::{Element, Make, Weapon, kind},
};

/// A word after the kind of a weapon.
pub struct Keyword {
    /// As it is typed.
    pub word: &'static str,
    /// Gives it to a weapon.
    pub set: fn(&mut Weapon),
    has: fn(&Weapon) -> bool,
}

const fn keyword(word: &'static str, set: fn(&mut Weapon), has: fn(&Weapon) -> bool) -> Keyword {
    Keyword { word, set, has }
}

/// All of them.
const ALL: [Keyword; 10] = [
    keyword("indirect", |it| it.indirect = true, |it| it.indirect),
    keyword("blast", |it| it.blast = true, |it| it.blast),
    keyword("grab", |it| it.grab = true, |it| it.grab),
    keyword("stun", |it| it.stun = true, |it| it.stun),
    keyword("direct", |it| it.direct = true, |it| it.direct),
    keyword("reload", |it| it.reload = true, |it| it.reload),
    keyword("fire", |it| it.element = Some(Element::Fire), |it| it.element == Some(Element::Fire)),
    keyword("cold", |it| it.element = Some(Element::Cold), |it| it.element == Some(Element::Cold)),
    keyword("heat", |it| it.element = Some(Element::Heat), |it| it.element == Some(Element::Heat)),
    keyword("lightning", |it| it.element = Some(Element::Lightning), |it| it.element == Some(Element::Lightning)),
];

/// The kind without the words around it, those words, and how it is made.
pub fn read(typed: &str) -> (&str, Vec<&'static Keyword>, Make) {
    let (mut rest, mut added, mut make) = (typed.trim(), vec![], Make::default());
    loop {
        let (shorter, made) = Make::read(rest);
        make = make.and(made);
        rest = shorter;
        if kind(rest).is_some() {
            return (rest, added, make);
        }
        let cut = rest.rfind(char::is_whitespace);
        let Some((before, word)) = cut.map(|cut| rest.split_at(cut)) else { return (rest, added, make) };
        let Some(found) = ALL.iter().find(|it| key(it.word) == key(word)) else { return (rest, added, make) };
        added.push(found);
        rest = before.trim_end();
    }
}

/// What a weapon can do beyond its kind, each word after a space.
pub fn beyond(weapon: &Weapon, kind: &Weapon) -> String {
    ALL.iter().filter(|it| (it.has)(weapon) && !(it.has)(kind)).map(|it| format!(" {}", it.word)).collect()
}
