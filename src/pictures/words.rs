//! The complete map in words: what the picture shows and what it had to leave out or shorten. It's the text form beside the picture, and
//! its beginning is the picture's description.

use super::{
    letters,
    plan::{Label, MapPlan, Token},
    squares_words,
};
use crate::engine::view::{BorderView, Crossing, Ground, Spot, ZoneGround, grid::Square};

impl MapPlan {
    /// Which zones and borders somebody could get to, and what they threaten.
    fn turn_in_zones(&self, ground: &ZoneGround) -> Vec<String> {
        let Some(turn) = &self.turn else { return vec![] };
        let name = |it: &Spot| match it {
            Spot::Zone(at) => ground.zones.get(*at).map(|it| it.name.clone()),
            Spot::Border(at) => ground.borders.get(*at).map(|it| format!("the border {}", ends(ground, it))),
            _ => None,
        };
        let said = |what: String, spots: &[Spot]| {
            let names: Vec<String> = spots.iter().filter_map(name).collect();
            (!names.is_empty()).then(|| format!("{what}: {}.", names.join(", ")))
        };
        let threat = said(format!("{} threatens", turn.name), &turn.threat);
        said(turn.reach_opening(), &turn.reach).into_iter().chain(threat).collect()
    }

    /// The map in words: a line for each zone, for each border with someone or something on it, and for combatants who are nowhere.
    pub fn text(&self) -> Vec<String> {
        let labels = self.labels();
        let who = |all: &[usize]| -> String {
            let one = |it: &usize| self.somebody(&self.tokens[*it], &labels.tokens[*it]);
            all.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let mut lines = vec![];
        if let Ground::Zones(ground) = &self.ground {
            for (at, zone) in ground.zones.iter().enumerate() {
                let here = self.at(Spot::Zone(at));
                let people = if here.is_empty() { "nobody".to_owned() } else { who(&here) };
                let mut line = format!("{}: {people}.", noted(&zone.name, &labels.zones[at]));
                if let Some(ways) = ways(ground, at) {
                    line.push_str(&format!(" {ways}"));
                }
                let features: Vec<String> = zone.features.iter().map(|it| it.words()).collect();
                if !features.is_empty() {
                    line.push_str(&format!(" Here: {}.", features.join("; ")));
                }
                lines.push(format!("{line} Holds {}.", zone.holds));
            }
            for (at, border) in ground.borders.iter().enumerate() {
                let here = self.at(Spot::Border(at));
                let features: Vec<String> = border.features.iter().map(|it| it.words()).collect();
                if here.is_empty() && features.is_empty() {
                    continue;
                }
                let people = if here.is_empty() { "nobody".to_owned() } else { who(&here) };
                let about =
                    if features.is_empty() { String::new() } else { format!(" Here: {}.", features.join("; ")) };
                lines.push(format!("On the border {}: {people}.{about} Holds {}.", ends(ground, border), border.holds));
            }
            lines.extend(self.turn_in_zones(ground));
        }
        if let Ground::Squares(grid) = &self.ground {
            for at in self.squares() {
                lines.push(format!("{}: {}.", squares_words::name(at), who(&self.at(Spot::Square(at)))));
            }
            lines.extend(squares_words::turn(self));
            lines.extend(squares_words::fog(self));
            lines.extend(squares_words::ground(grid));
        }
        let nowhere = self.nowhere();
        if !nowhere.is_empty() {
            let place = if self.ground == Ground::Nowhere { "In the fight" } else { "Not on the map" };
            lines.push(format!("{place}: {}.", who(&nowhere)));
        }
        lines.extend(self.traces());
        lines.iter().map(|it| plain(it)).collect()
    }

    /// Who moved last, and who attacked whom.
    fn traces(&self) -> Vec<String> {
        let name = |who: usize| self.tokens.get(who).map_or("", |it| it.name.as_str());
        let mut lines = vec![];
        if let Some((who, way)) = &self.trail
            && let ([first, ..], [.., last]) = (way.as_slice(), way.as_slice())
        {
            let place = |at: Spot| match (at, &self.ground) {
                (Spot::Square(at), _) => squares_words::name(at),
                (Spot::Zone(at), Ground::Zones(ground)) => {
                    ground.zones.get(at).map_or(String::new(), |it| it.name.clone())
                }
                (Spot::Border(at), Ground::Zones(ground)) => {
                    ground.borders.get(at).map_or(String::new(), |it| ends(ground, it))
                }
                _ => String::new(),
            };
            lines.push(format!("Last move: {}, {} to {}.", name(*who), place(*first), place(*last)));
        }
        if let Some((by, at)) = self.attack {
            lines.push(format!("Last attack: {} on {}.", name(by), name(at)));
        }
        lines
    }

    /// The picture's description for people who can't see it: who stands where, in at most `most` of JavaScript's character units (UTF-16).
    pub fn description(&self, most: usize) -> String {
        const REST: &str = " The text form of the map has the rest.";
        let length = |text: &str| text.encode_utf16().count();
        let room = most.saturating_sub(length(REST));
        let mut said = String::new();
        for place in self.places() {
            let before = said.len();
            let mut listed = 0;
            said.push_str(&format!("{}{}: ", if before == 0 { "" } else { " " }, place.0));
            for name in &place.1 {
                let next = format!("{}{name}", if listed == 0 { "" } else { ", " });
                if length(&said) + length(&next) + 20 > room {
                    break;
                }
                said.push_str(&next);
                listed += 1;
            }
            match place.1.len() - listed {
                0 => said.push('.'),
                more if listed > 0 => return format!("{said} and {more} more.{REST}"),
                _ => {
                    said.truncate(before);
                    return format!("{said}{REST}").trim_start().to_owned();
                }
            }
        }
        said
    }

    /// Each place with the names of those in it; "nobody" if it's empty.
    fn places(&self) -> Vec<(String, Vec<String>)> {
        let names = |all: Vec<usize>| match all.is_empty() {
            true => vec!["nobody".to_owned()],
            false => all.into_iter().map(|it| letters::clean(&self.tokens[it].name)).collect(),
        };
        let mut places = vec![];
        if let Ground::Zones(ground) = &self.ground {
            let count = ground.zones.len();
            for (at, zone) in ground.zones.iter().enumerate() {
                let opening = match (at, count) {
                    (0, 1) => "Map of one zone. ".to_owned(),
                    (0, many) => format!("Map of {many} zones. "),
                    _ => String::new(),
                };
                places.push((format!("{opening}{}", letters::clean(&zone.name)), names(self.at(Spot::Zone(at)))));
            }
            for (at, border) in ground.borders.iter().enumerate() {
                let here = self.at(Spot::Border(at));
                if !here.is_empty() {
                    places.push((letters::clean(&format!("On the border {}", ends(ground, border))), names(here)));
                }
            }
        }
        if let Ground::Squares(grid) = &self.ground {
            let fog = if self.fog.is_some() { ", partly in fog" } else { "" };
            let size = format!("Map of {} by {} squares{fog}. ", grid.wide, grid.high);
            if self.fog.is_some() && self.squares().is_empty() {
                places.push((format!("{size}In sight"), names(vec![])));
            }
            for (number, at) in self.squares().into_iter().enumerate() {
                let opening = if number == 0 { size.as_str() } else { "" };
                places.push((format!("{opening}{}", squares_words::name(at)), names(self.at(Spot::Square(at)))));
            }
        }
        let nowhere = self.nowhere();
        if !nowhere.is_empty() {
            places.push(("Not on the map".to_owned(), names(nowhere)));
        }
        places
    }

    /// The occupied squares, in the order of their combatants.
    fn squares(&self) -> Vec<Square> {
        let mut squares = vec![];
        for token in &self.tokens {
            if let Some(Spot::Square(at)) = token.spot
                && !squares.contains(&at)
            {
                squares.push(at);
            }
        }
        squares
    }

    fn somebody(&self, it: &Token, label: &Label) -> String {
        let side = self.parties.get(it.party).map_or("", |it| it.name.as_str());
        let about: Vec<&str> = std::iter::once(side).chain(it.words.iter().map(String::as_str)).collect();
        format!("{} ({})", noted(&it.name, label), about.join(", "))
    }
}

/// A name, with the number that represents it in the picture.
fn noted(name: &str, label: &Label) -> String {
    match label.note {
        Some(note) => format!("{name} (note {note} in the picture)"),
        None => name.to_owned(),
    }
}

fn ends(ground: &ZoneGround, border: &BorderView) -> String {
    let name = |at: usize| ground.zones.get(at).map_or("", |it| it.name.as_str());
    format!("{}/{}", name(border.a), name(border.b))
}

/// "To Yard; by a doorway to Tower; no way to Cell."
fn ways(ground: &ZoneGround, from: usize) -> Option<String> {
    let across = |it: &BorderView| match from {
        from if it.a == from => Some((it.way, it.b)),
        from if it.b == from => Some((it.way, it.a)),
        _ => None,
    };
    let to = |wanted: Crossing| {
        let there = ground.borders.iter().filter_map(across).filter(|it| it.0 == wanted);
        there.filter_map(|it| ground.zones.get(it.1)).map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let kinds = [("to", Crossing::Open), ("by a doorway to", Crossing::Doorway), ("walled off from", Crossing::Closed)];
    let said = kinds.into_iter().map(|(words, way)| (words, to(way))).filter(|it| !it.1.is_empty());
    let said = said.map(|(words, names)| format!("{words} {names}")).collect::<Vec<_>>().join("; ");
    let mut letters = said.chars();
    let first = letters.next()?;
    Some(format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

/// A line without disruptive characters. Doesn't shorten names.
fn plain(line: &str) -> String {
    line.split(' ').map(letters::clean).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}
