//! What the ground of a square or a zone is made of, as far as it can be read from the words that the GM gave it. The words themselves mean
//! nothing to the rules, and nothing here changes what they do: this is only how it looks.

use crate::engine::view::{Feature, FeatureKind};

/// How ground looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Terrain {
    /// Nothing special.
    Floor,
    /// Nothing special, but higher: shaded by its height.
    Raised,
    /// Difficult ground that nobody has described.
    Rough,
    /// Shallow water: a ford, a stream.
    Shallows,
    /// Deep water.
    Water,
    /// Trees and bushes.
    Woods,
    /// Stones lying about.
    Rubble,
    /// Mud and marsh.
    Marsh,
    /// A hole in the ground.
    Pit,
    /// Flames or embers.
    Fire,
}

/// The words that say so, in the order in which they count: a ford through a river is a ford.
const WORDS: [(Terrain, &[&str]); 7] = [
    (Terrain::Pit, &["pit", "pits", "chasm", "hole", "abyss", "shaft", "ravine", "trench", "crevasse"]),
    (
        Terrain::Fire,
        &["fire", "flames", "brazier", "campfire", "bonfire", "lava", "coals", "embers", "hearth", "burning"],
    ),
    (Terrain::Shallows, &["ford", "shallows", "shallow", "stream", "brook", "puddle", "creek"]),
    (Terrain::Water, &["water", "river", "lake", "pond", "sea", "moat", "canal", "pool"]),
    (
        Terrain::Woods,
        &[
            "wood",
            "woods",
            "forest",
            "tree",
            "trees",
            "thicket",
            "bush",
            "bushes",
            "undergrowth",
            "hedge",
            "grove",
            "shrubs",
        ],
    ),
    (Terrain::Rubble, &["rubble", "debris", "stones", "rocks", "boulders", "scree", "ruins", "gravel", "wreckage"]),
    (Terrain::Marsh, &["mud", "marsh", "swamp", "bog", "mire"]),
];

impl Terrain {
    /// How ground looks of which these words are said.
    pub fn of<'a>(said: impl Iterator<Item = &'a str>) -> Terrain {
        let said: Vec<String> = said.map(str::to_lowercase).collect();
        let words = || said.iter().flat_map(|it| it.split(|it: char| !it.is_alphabetic()));
        let is_said = |it: &(Terrain, &[&str])| words().any(|word| it.1.contains(&word));
        WORDS.iter().find(|it| is_said(it)).map_or(Terrain::Floor, |it| it.0)
    }

    /// How a whole zone looks: by its name, and by what's said of all of it. A pit or a fire somewhere in it isn't the zone.
    pub fn of_zone(name: &str, features: &[Feature]) -> Terrain {
        let of_all = |it: &&Feature| matches!(it.kind, FeatureKind::Plain | FeatureKind::Concealment);
        let said = features.iter().filter(of_all).map(|it| it.what.as_str());
        match Terrain::of(std::iter::once(name).chain(said)) {
            Terrain::Pit | Terrain::Fire => Terrain::Floor,
            terrain => terrain,
        }
    }

    /// Whether it's water, of whatever depth.
    pub fn is_wet(self) -> bool {
        matches!(self, Terrain::Shallows | Terrain::Water)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ground looks like what's said of it, in whole words, and a ford through deep water is a ford.
    #[test]
    fn ground_looks_as_it_is_called() {
        let of = |said: &str| Terrain::of(std::iter::once(said));
        assert_eq!(of("water: the ford"), Terrain::Shallows);
        assert_eq!(of("hazard: Deep Water"), Terrain::Water);
        assert_eq!(of("concealment: woods"), Terrain::Woods);
        assert_eq!(of("hazard: pit"), Terrain::Pit);
        assert_eq!(of("hazard: pitch, dark"), Terrain::Floor);
        assert_eq!(Terrain::of([""].into_iter()), Terrain::Floor);
        let zone = |name, said: &str| Terrain::of_zone(name, &[Feature::read(said)]);
        assert_eq!(zone("Old Mill Stream", "dark"), Terrain::Shallows);
        assert_eq!([zone("Yard", "hazard: brazier"), zone("Yard", "cover: trees")], [Terrain::Floor; 2]);
        assert_eq!(zone("Yard", "concealment: trees"), Terrain::Woods);
    }
}
