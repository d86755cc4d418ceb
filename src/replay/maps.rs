//! The maps of a replay. Most of a map is the same from one moment to the next, so each element is kept once, and a map is a list of them.

use serde::Serialize;
use std::collections::HashMap;

/// The elements of all maps, in the order in which they first came.
#[derive(Debug, Default)]
pub(super) struct Maps {
    parts: Vec<String>,
    known: HashMap<String, usize>,
}

/// A map: its elements' places in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct MapParts(Vec<usize>);

impl Maps {
    /// Keeps a map, which is an SVG.
    pub(super) fn keep(&mut self, svg: &str) -> MapParts {
        let mut place = |part: &str| match self.known.get(part) {
            Some(at) => *at,
            None => {
                self.parts.push(part.to_owned());
                self.known.insert(part.to_owned(), self.parts.len() - 1);
                self.parts.len() - 1
            }
        };
        MapParts(svg.split_inclusive('>').map(&mut place).collect())
    }

    /// All elements.
    pub(super) fn into_parts(self) -> Vec<String> {
        self.parts
    }
}

impl MapParts {
    /// Whether there's no map.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two maps share is kept once, and both can be put together again.
    #[test]
    fn maps_share_their_parts() {
        let [first, second] = ["<svg><rect/><text>Ana</text></svg>", "<svg><rect/><text>Bo</text></svg>"];
        let mut maps = Maps::default();
        let both = [maps.keep(first), maps.keep(second)];
        let parts = maps.into_parts();
        assert_eq!(parts, ["<svg>", "<rect/>", "<text>", "Ana</text>", "</svg>", "Bo</text>"]);
        let whole = |map: &MapParts| map.0.iter().map(|at| parts[*at].as_str()).collect::<String>();
        assert_eq!([whole(&both[0]), whole(&both[1])], [first, second]);
    }
}
