//! Zones and the borders between them. A combatant is in a zone or on a border, and a border belongs to both of its zones.

use super::{
    Space,
    feature::{Feature, FeatureKind},
    ground::{BorderView, Crossing, Ground, Spot, ZoneGround, ZoneView},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A zone, by its index in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ZoneId(pub u8);

/// A border, by its index in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BorderId(pub u8);

/// A position: within a zone, or on a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ZonePlace {
    /// Inside a zone.
    In(ZoneId),
    /// On the border of two zones.
    On(BorderId),
}

/// One zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// How many combatants it holds.
    pub holds: u8,
    /// What the GM said about it, in the words [`Feature::read`] parses: "dark", "hazard: brazier".
    pub traits: Vec<String>,
}

/// One border.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Border {
    /// One zone.
    pub a: ZoneId,
    /// The other.
    pub b: ZoneId,
    /// How many combatants it holds; for a doorway, one.
    pub holds: u8,
    /// Whether a wall without any way through stands there: it blocks sight and steps.
    pub closed: bool,
    /// What the GM said about it: "cover: low wall". Empty in older logs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<String>,
}

/// A board of zones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zones {
    /// The zones.
    pub zones: Vec<Zone>,
    /// The borders between them.
    pub borders: Vec<Border>,
}

/// How many combatants a zone holds by default.
pub const ZONE_HOLDS: u8 = 8;
/// How many combatants a border holds by default.
pub const BORDER_HOLDS: u8 = 2;
/// How many combatants a doorway holds.
pub const DOORWAY_HOLDS: u8 = 1;

impl Default for Zones {
    /// One zone in which everyone is near everyone.
    fn default() -> Zones {
        Zones { zones: vec![Zone { name: "Here".to_owned(), holds: 64, traits: vec![] }], borders: vec![] }
    }
}

impl Zones {
    /// The zones a position belongs to: one, or the two of a border.
    pub fn zones_of(&self, place: ZonePlace) -> impl Iterator<Item = ZoneId> + Clone {
        let [one, other] = match place {
            ZonePlace::In(zone) => [Some(zone), None],
            ZonePlace::On(border) => match self.borders.get(usize::from(border.0)) {
                Some(border) => [Some(border.a), Some(border.b)],
                None => [None, None], // the board was replaced since someone stood here
            },
        };
        one.into_iter().chain(other)
    }

    /// The zones next to a zone, across borders that aren't closed.
    pub fn beside(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> {
        let across = move |it: &Border| match it {
            it if it.closed => None,
            it if it.a == zone => Some(it.b),
            it if it.b == zone => Some(it.a),
            _ => None,
        };
        self.borders.iter().filter_map(across)
    }

    /// The border between two zones.
    pub fn border(&self, a: ZoneId, b: ZoneId) -> Option<BorderId> {
        let index = self.borders.iter().position(|it| (it.a, it.b) == (a, b) || (it.a, it.b) == (b, a))?;
        Some(BorderId(index as u8))
    }

    /// The number of zones crossed from one zone to another, not counting the first.
    pub fn zones_between(&self, from: ZoneId, to: ZoneId) -> Option<u32> {
        self.zones.get(usize::from(from.0))?;
        if from == to {
            return Some(0);
        }
        let mut reached = vec![(from, 0)]; // ordered by distance
        let mut index = 0;
        while let Some(&(zone, far)) = reached.get(index) {
            for next in self.beside(zone) {
                if next == to {
                    return Some(far + 1);
                }
                if !reached.iter().any(|it| it.0 == next) {
                    reached.push((next, far + 1));
                }
            }
            index += 1;
        }
        None
    }

    /// The positions half a zone away: from a zone its open borders, from a border its two zones.
    pub fn half_steps(&self, from: ZonePlace) -> Vec<ZonePlace> {
        match from {
            ZonePlace::In(zone) => (0..self.borders.len())
                .filter(|&it| {
                    let border = &self.borders[it];
                    !border.closed && (border.a == zone || border.b == zone)
                })
                .map(|it| ZonePlace::On(BorderId(it as u8)))
                .collect(),
            ZonePlace::On(_) => self.zones_of(from).map(ZonePlace::In).collect(),
        }
    }

    /// How many combatants a position holds.
    pub fn holds(&self, place: ZonePlace) -> usize {
        usize::from(match place {
            ZonePlace::In(zone) => self.zones.get(usize::from(zone.0)).map_or(0, |it| it.holds),
            ZonePlace::On(border) => self.borders.get(usize::from(border.0)).map_or(0, |it| it.holds),
        })
    }

    /// What lies at a position, as the GM drew it. The ruleset decides what it means.
    pub fn features(&self, place: ZonePlace) -> impl Iterator<Item = Feature> + '_ {
        let traits = match place {
            ZonePlace::In(zone) => self.zones.get(usize::from(zone.0)).map(|it| &it.traits),
            ZonePlace::On(border) => self.borders.get(usize::from(border.0)).map(|it| &it.traits),
        };
        traits.into_iter().flatten().map(|words| Feature::read(words))
    }

    /// The hazards that a combatant at this position can be shoved into, by name ("brazier"; "hazard" if it has no name): those at the
    /// position itself and, from a border, those in its two zones.
    pub fn hazards(&self, place: ZonePlace) -> Vec<String> {
        let around = self.zones_of(place).map(ZonePlace::In).filter(|it| *it != place);
        let all = std::iter::once(place).chain(around).flat_map(|at| self.features(at));
        let name = |it: Feature| if it.what.is_empty() { it.kind.word().to_owned() } else { it.what };
        all.filter(|it| it.kind == FeatureKind::Hazard).map(name).collect()
    }

    fn zone_named(&self, name: &str) -> Option<ZoneId> {
        let index = self.zones.iter().position(|it| it.name.eq_ignore_ascii_case(name.trim()))?;
        Some(ZoneId(index as u8))
    }
}

impl Space for Zones {
    const CLOSE: u32 = 0;
    type Place = ZonePlace;

    /// In zones: the shortest distance between any zone of one position and any zone of the other, so a border is near both its zones.
    fn distance(&self, a: &ZonePlace, b: &ZonePlace) -> Option<u32> {
        let (from, to) = (self.zones_of(*a), self.zones_of(*b));
        let pairs = from.flat_map(|a| to.clone().map(move |b| (a, b)));
        pairs.filter_map(|(a, b)| self.zones_between(a, b)).min()
    }

    fn place_words(&self, place: &ZonePlace) -> String {
        let name = |it: ZoneId| self.zones.get(usize::from(it.0)).map_or("off the board", |it| it.name.as_str());
        match place {
            ZonePlace::In(zone) => name(*zone).to_owned(),
            ZonePlace::On(border) => match self.borders.get(usize::from(border.0)) {
                Some(border) => format!("border {}/{}", name(border.a), name(border.b)),
                None => "off the board".to_owned(),
            },
        }
    }

    fn place_named(&self, name: &str) -> Option<ZonePlace> {
        let name = name.trim();
        if let Some(zone) = self.zone_named(name) {
            return Some(ZonePlace::In(zone));
        }
        let start = name.get(..7).filter(|it| it.eq_ignore_ascii_case("border ")).map_or(0, str::len);
        let (a, b) = name[start..].split_once('/')?;
        let border = self.border(self.zone_named(a)?, self.zone_named(b)?)?;
        Some(ZonePlace::On(border))
    }

    fn places(&self) -> Vec<ZonePlace> {
        let zones = (0..self.zones.len()).map(|it| ZonePlace::In(ZoneId(it as u8)));
        let borders = (0..self.borders.len()).map(|it| ZonePlace::On(BorderId(it as u8)));
        zones.chain(borders).collect()
    }

    fn flaw(&self) -> Option<String> {
        let most = usize::from(u8::MAX);
        if self.zones.len() > most || self.borders.len() > most {
            return Some(format!("a place of more than {most} zones or borders"));
        }
        let is_zone = |it: ZoneId| usize::from(it.0) < self.zones.len();
        let astray = self.borders.iter().find(|it| !is_zone(it.a) || !is_zone(it.b))?;
        Some(format!("a border between zones {} and {}, of {} zones", astray.a.0, astray.b.0, self.zones.len()))
    }

    fn ground(self: &Arc<Self>) -> Ground {
        let features = |traits: &[String]| traits.iter().map(|it| Feature::read(it)).collect();
        let zone = |it: &Zone| ZoneView { name: it.name.clone(), holds: it.holds, features: features(&it.traits) };
        let way = |it: &Border| match it {
            it if it.closed => Crossing::Closed,
            it if it.holds <= DOORWAY_HOLDS => Crossing::Doorway,
            _ => Crossing::Open,
        };
        let border = |it: &Border| BorderView {
            a: usize::from(it.a.0),
            b: usize::from(it.b.0),
            way: way(it),
            holds: it.holds,
            features: features(&it.traits),
        };
        Ground::Zones(ZoneGround {
            zones: self.zones.iter().map(zone).collect(),
            borders: self.borders.iter().map(border).collect(),
        })
    }

    fn spot(&self, place: &ZonePlace) -> Spot {
        match place {
            ZonePlace::In(ZoneId(it)) if usize::from(*it) < self.zones.len() => Spot::Zone(usize::from(*it)),
            ZonePlace::On(BorderId(it)) if usize::from(*it) < self.borders.len() => Spot::Border(usize::from(*it)),
            _ => Spot::Off,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new board may lack the zone a combatant stood in; their place is then off the board, far from everything.
    #[test]
    fn a_place_that_is_gone_is_off_the_board() {
        let place = Zones::default();
        for gone in [ZonePlace::In(ZoneId(7)), ZonePlace::On(BorderId(7))] {
            assert_eq!(place.place_words(&gone), "off the board");
            assert_eq!(place.distance(&gone, &ZonePlace::In(ZoneId(0))), None);
            assert_eq!(place.holds(gone), 0);
        }
    }

    /// A hazard is where it was drawn; a combatant on a border can be shoved into those on either side.
    #[test]
    fn hazards_are_reached_from_where_one_stands() {
        let mut place = street();
        place.zones[1].traits = vec!["dark".to_owned(), "hazard: well".to_owned()];
        place.zones[2].traits = vec!["hazard".to_owned()];
        let at = |name: &str| place.hazards(place.place_named(name).unwrap());
        assert_eq!(at("Gate"), Vec::<String>::new());
        assert_eq!(at("Yard"), ["well"]);
        assert_eq!(at("Yard/Hall"), ["well", "hazard"]);
        assert_eq!(place.features(ZonePlace::In(ZoneId(1))).count(), 2);
    }

    fn street() -> Zones {
        let zone = |name: &str| Zone { name: name.to_owned(), holds: ZONE_HOLDS, traits: vec![] };
        let border = |a, b, closed| Border { a: ZoneId(a), b: ZoneId(b), holds: BORDER_HOLDS, closed, traits: vec![] };
        Zones {
            zones: ["Gate", "Yard", "Hall", "Cell"].map(zone).to_vec(),
            borders: vec![border(0, 1, false), border(1, 2, false), border(2, 3, true)],
        }
    }

    /// A border belongs to both its zones: a combatant on it is near those in either.
    #[test]
    fn distance_counts_zones_crossed_and_a_border_is_in_both() {
        let place = street();
        let at = |name: &str| place.place_named(name).unwrap();
        let between = |a: &str, b: &str| place.distance(&at(a), &at(b));
        assert_eq!(between("Gate", "gate"), Some(0));
        assert_eq!(between("Gate", "Hall"), Some(2));
        assert_eq!(between("Gate/Yard", "Yard"), Some(0));
        assert_eq!(between("border Gate/Yard", "Hall"), Some(1));
        assert_eq!(between("Gate", "Cell"), None);
        assert_eq!(place.place_named("Cellar"), None);
        assert_eq!(place.half_steps(at("Yard")), vec![at("Gate/Yard"), at("Yard/Hall")]);
        assert_eq!(place.place_words(&at("Yard/Gate")), "border Gate/Yard");
    }
}
