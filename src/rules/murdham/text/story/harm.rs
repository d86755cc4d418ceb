//! What is said of damage, health, injuries and death. Of a foe only the outcome is public, never how much health it has.

use super::StoryBuilder;
use crate::engine::{
    CombatantId,
    view::{BriefPart, list},
};
use crate::rules::murdham::model::fact::{Death, Fact, Fate};

impl StoryBuilder<'_> {
    /// Whether the fact is about harm, and is told now.
    pub(super) fn harm(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::Suffered { who, rolled, less, suffers, health } => {
                let taken: Vec<String> = less.iter().map(|(what, by)| format!(" \u{2212} {by} {what}")).collect();
                let sum = if taken.is_empty() { String::new() } else { format!(" ({rolled}{})", taken.concat()) };
                let left = self.of_most(*who, *health);
                let exact = format!("takes {suffers} damage{sum} and has {left} health left");
                self.health(*who, if *suffers == 0 { "takes no damage" } else { "is hit" }, &exact);
                let off = |(at, (what, by)): (usize, &(String, i32))| {
                    let off = if at == 0 { " off" } else { "" };
                    format!("{by}{off} for {what}")
                };
                let named: Vec<String> = less.iter().map(|(what, by)| format!("{what} {by}")).collect();
                let less: Vec<String> = less.iter().enumerate().map(off).collect();
                self.shorten_harm(*who, *suffers, &left, &less);
                if self.open_book(*who) && *suffers > 0 {
                    let tight = match (self.last_number(), *health) {
                        // What becomes of whoever has none left is told next.
                        (_, ..=0) if named.is_empty() => format!("{} takes {suffers} damage.", self.name(*who)),
                        (_, ..=0) => format!("{} takes {suffers} damage ({}).", self.name(*who), named.join(", ")),
                        (Some(number), _) if number == *suffers => {
                            format!("{} has {health} health.", self.name(*who))
                        }
                        _ => {
                            let why: String = named.iter().map(|it| format!("{it}, ")).collect();
                            format!("{} takes {suffers} damage ({why}{left} left).", self.name(*who))
                        }
                    };
                    if let Some(line) = self.last_told() {
                        line.brief.tight = Some(tight);
                    }
                }
            }
            Fact::HealthIs { who, health, healed } if *healed > 0 => {
                let exact = format!("recovers {healed} health and now has {}", self.of_most(*who, *health));
                self.health(*who, "recovers", &exact);
            }
            Fact::DiesAfter { who, round: Some(round) } => {
                self.does(*who, &format!("is dying and, without help, dies at the end of round {round}"));
                match self.open_book(*who) && !self.is_hidden(*who) {
                    // When, and who could help, their player is told beside it.
                    true => self.in_short_of(*who, "is dying"),
                    false => {
                        self.in_short(format!("{} dies at the end of round {round} without help.", self.name(*who)));
                        self.tightly(format!("{} is dying.", self.name(*who)));
                    }
                }
            }
            Fact::Stable { who, stable: true } => self.does(*who, "is stable, but still down"),
            Fact::Died { who, of } => {
                self.does(*who, death(*of));
                self.is_a(BriefPart::Harm);
                if *of == Some(Death::OnTheSpot) {
                    self.tightly(format!("{} is killed.", self.name(*who)));
                }
            }
            Fact::AbilityIs { who, ability, number } => {
                self.number(*who, format!("{}\u{2019}s {} is {number} now.", self.name(*who), ability.name()));
            }
            Fact::Injured { who, injury, permanent, .. } => {
                let long = if *permanent { "a permanent injury" } else { "an injury" };
                self.does(*who, &format!("is left with {long}: {}", injury.name()));
                let for_good = if *permanent { " for good" } else { "" };
                self.in_short_of(*who, &format!("is injured{for_good} ({})", injury.name()));
                self.tightly(format!("{} is injured ({}).", self.name(*who), injury.name()));
                self.is_a(BriefPart::Harm);
            }
            Fact::Omens { who, left, turned: Some(fate) } => {
                self.does(*who, &format!("uses an omen: {}. Omens left: {left}", omen(*fate)));
                self.in_short(format!("{} uses an omen: {}.", self.name(*who), omen(*fate)));
                if *fate == Fate::Death {
                    self.tightly(format!("{} survives by an omen.", self.name(*who)));
                }
                self.is_a(BriefPart::Harm);
            }
            Fact::Poisoned { who, poison, sick: true } => {
                self.does(*who, &format!("is poisoned by {}", poison.name()));
            }
            Fact::Poisoned { who, poison, sick: false } => self.does(*who, &format!("is rid of the {}", poison.name())),
            Fact::Burnt { who, burnt: true } => self.does(*who, "is burnt and stops regenerating"),
            _ => return false,
        }
        true
    }

    /// What harm that was just told is in a short account: of a foe how it looks, of others no number that a roll has said already.
    fn shorten_harm(&mut self, who: CombatantId, suffers: i32, left: &str, less: &[String]) {
        let (name, number) = (self.name(who), self.last_number());
        match (self.open_book(who), suffers) {
            // How much it takes off is the GM's to see.
            (_, 0) if less.iter().any(|it| it.ends_with("armour")) => {
                return self.in_short_for_all(format!("{name}\u{2019}s armour stops it."));
            }
            (false, 0) => return,
            (false, _) => return self.looks(who),
            (true, _) => {}
        }
        let Some(line) = self.last_told() else { return };
        match number {
            Some(number) if suffers > 0 && number == suffers => {
                line.brief.short = Some(format!("{name} has {left} health left."));
            }
            _ if less.is_empty() => line.brief.short = Some(format!("{name} takes {suffers} damage ({left} left).")),
            _ => {
                let by = list(less);
                line.brief.short = Some(format!("{name} takes {suffers} damage ({by}; {left} left)."));
            }
        }
        if suffers > 0 {
            line.brief.part = BriefPart::Harm;
        }
    }

    /// What a short account reads instead of the newest line that isn't the GM's alone.
    fn in_short_for_all(&mut self, short: String) {
        if let Some(line) = self.last_told() {
            line.brief.short = Some(short);
            // What became of a blow is told, also where that's nothing.
            line.brief.part = BriefPart::Harm;
        }
    }

    /// "Ana does this."
    fn does(&mut self, who: CombatantId, what: &str) {
        self.say(Some(who), format!("{} {what}.", self.name(who)));
    }

    /// Everyone reads the number for a player's character. Of a foe they only read `seen`.
    fn health(&mut self, who: CombatantId, seen: &str, exact: &str) {
        if self.open_book(who) {
            return self.does(who, exact);
        }
        self.does(who, seen);
        self.gm(format!("For the GM: {} {exact}.", self.name(who)));
    }

    /// "3/8".
    fn of_most(&self, who: CombatantId, health: i32) -> String {
        format!("{health}/{}", self.fight.find(who).map_or(0, |it| it.state.max_health))
    }
}

fn death(of: Option<Death>) -> &'static str {
    match of {
        Some(Death::OnTheSpot) => "is killed on the spot",
        Some(Death::Lethal) => "is killed by the blow",
        Some(Death::FinalBlow) => "is killed by the final blow",
        Some(Death::Poison) => "dies of the poison",
        Some(Death::BledOut) => "dies of their wounds",
        Some(Death::Injury) => "dies of the injury",
        Some(Death::Gm) => "is dead",
        None => "lives after all",
    }
}

fn omen(turned: Fate) -> &'static str {
    match turned {
        Fate::Save => "the save is rolled again",
        Fate::Contest => "their contest die is rolled again",
        Fate::Damage(_) => "the damage is rolled again, and the lower counts",
        Fate::Death => "they survive with health 1",
    }
}
