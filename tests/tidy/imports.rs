//! Which file of `src` imports from which, and the circles among them. An import is followed through re-exports to the file that has the
//! thing; that a `mod.rs` says where its children's things are is no import of its own.

use super::{Source, sources};
use std::collections::{BTreeMap, BTreeSet};

type ModulePath = Vec<String>;

/// A file of the crate.
struct Module {
    file: String,
    /// What it names of the crate, from the root.
    imports: Vec<ModulePath>,
    /// Where the things are that it passes on, by the name under which it does.
    passes_on: BTreeMap<String, ModulePath>,
}

/// All files of `src`, by their place in the crate; tests are left out.
pub struct Imports(BTreeMap<ModulePath, Module>);

impl Imports {
    pub fn read() -> Imports {
        let files: Vec<Source> = sources(&["src"]).into_iter().filter(|it| !it.is_test()).collect();
        let known: BTreeSet<ModulePath> = files.iter().map(|it| module_path(&it.path)).collect();
        let module = |it: &Source| (module_path(&it.path), Module::read(it, &known));
        Imports(files.iter().map(module).collect())
    }

    /// The circles among the files below a folder, each with what its files import from one another.
    pub fn circles(&self, folder: &str, but: &[&str]) -> Vec<Vec<String>> {
        let below = |it: &Module| it.file.starts_with(folder) && !but.iter().any(|it_not| it.file.starts_with(it_not));
        let nodes: BTreeSet<&ModulePath> = self.0.iter().filter(|it| below(it.1)).map(|it| it.0).collect();
        let edges: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = nodes
            .iter()
            .map(|it| (*it, self.imported_by(it).into_iter().filter(|to| nodes.contains(to)).collect()))
            .collect();
        let file = |it: &ModulePath| self.0[it].file.clone();
        let circle = |all: &BTreeSet<&ModulePath>| {
            let line = |from: &&ModulePath| {
                let to: Vec<String> = edges[*from].intersection(all).map(|it| file(it)).collect();
                format!("{} imports from {}", file(from), to.join(", "))
            };
            all.iter().map(line).collect()
        };
        strongly_connected(&edges).iter().filter(|it| it.len() > 1).map(circle).collect()
    }

    /// The files outside of a folder that import from one below it.
    pub fn importers(&self, folder: &str) -> BTreeSet<&str> {
        let outside = self.0.iter().filter(|it| !it.1.file.starts_with(folder));
        let imports = outside.filter(|it| self.imported_by(it.0).iter().any(|to| self.0[*to].file.starts_with(folder)));
        imports.map(|it| it.1.file.as_str()).collect()
    }

    fn imported_by(&self, from: &ModulePath) -> BTreeSet<&ModulePath> {
        let found = self.0[from].imports.iter().filter_map(|it| self.module_of(it, 0));
        found.filter(|it| *it != from && !it.is_empty()).collect()
    }

    /// The file that has what a path names.
    fn module_of(&self, path: &[String], depth: usize) -> Option<&ModulePath> {
        let mut here = self.0.get_key_value(&ModulePath::new())?;
        for (index, name) in path.iter().enumerate() {
            let below: ModulePath = here.0.iter().chain([name]).cloned().collect();
            match (self.0.get_key_value(&below), here.1.passes_on.get(name)) {
                (Some(child), _) => here = child,
                (None, Some(to)) if depth < 8 => {
                    let rest: ModulePath = to.iter().chain(&path[index + 1..]).cloned().collect();
                    return self.module_of(&rest, depth + 1);
                }
                _ => break,
            }
        }
        Some(here.0)
    }
}

fn module_path(file: &str) -> ModulePath {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod");
    path.split('/').filter(|it| !matches!(*it, "lib" | "main")).map(str::to_owned).collect()
}

impl Module {
    fn read(source: &Source, known: &BTreeSet<ModulePath>) -> Module {
        let here = module_path(&source.path);
        let is_child =
            |name: &str| known.contains(&here.iter().cloned().chain([name.to_owned()]).collect::<ModulePath>());
        let (mut imports, mut passes_on) = (vec![], BTreeMap::new());
        let mut code: String = source.code(false).map(|it| format!("{}\n", it.1)).collect();
        while let Some((start, end)) = next_use(&code) {
            let statement = code[start..end].to_owned();
            code.replace_range(start..end, "");
            let (visibility, tree) = statement.split_once("use ").expect("it is one");
            let mut found = vec![];
            match tree.split("::").next().unwrap_or_default() {
                "crate" | "self" | "super" => _ = spell_out(&here, tree, &mut found),
                first if is_child(first.trim_end_matches(';')) => _ = spell_out(&here, tree, &mut found),
                _ => {}
            }
            match visibility.trim() {
                "" => imports.extend(found.into_iter().map(|it| it.1)),
                _ => passes_on.extend(found),
            }
        }
        for (at, name) in heads(&code) {
            if matches!(name, "crate" | "self" | "super") || is_child(name) {
                let mut found = vec![];
                spell_out(&here, &code[at..], &mut found);
                imports.extend(found.into_iter().map(|it| it.1));
            }
        }
        Module { file: source.path.clone(), imports, passes_on }
    }
}

/// Where the next `use` of a text begins, with its visibility, and where it ends.
fn next_use(code: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let after = match trimmed.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or("", |it| it.1),
            Some(rest) => rest.trim_start(),
            None => trimmed,
        };
        if after.starts_with("use ") {
            let start = at + line.len() - trimmed.len();
            return Some((start, code[start..].find(';').map_or(code.len(), |it| start + it + 1)));
        }
        at += line.len();
    }
    None
}

fn is_letter(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// The first names of all paths in a text, with where they stand.
fn heads(code: &str) -> Vec<(usize, &str)> {
    let head = |(end, _): (usize, &str)| {
        let start = code[..end].rfind(|it| !is_letter(it)).map_or(0, |it| it + 1);
        let before = code[..start].chars().next_back();
        // `pub(in crate::a)` says who sees a thing, and names nothing that is needed.
        let is_named = !matches!(before, Some(':' | '$' | '.')) && !code[..start].ends_with("pub(in ");
        (start < end && is_named).then(|| (start, &code[start..end]))
    };
    code.match_indices("::").filter_map(head).collect()
}

/// Spells out a path or a group that stands in this module; gives back what follows it. Each comes with the name under which it is known.
fn spell_out<'a>(prefix: &[String], text: &'a str, found: &mut Vec<(String, ModulePath)>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut group) = text.strip_prefix('{') {
        loop {
            group = group.trim_start_matches(|it: char| it.is_whitespace() || it == ',');
            match group.strip_prefix('}') {
                Some(after) => return after,
                None if !group.starts_with(|it| is_letter(it) || it == '{' || it == '*') => return group,
                None => group = spell_out(prefix, group, found),
            }
        }
    }
    let end = text.find(|it| !(is_letter(it) || it == '*')).unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    let mut path = prefix.to_vec();
    match name {
        "crate" => path.clear(),
        "super" => _ = path.pop(),
        "self" | "*" => {}
        _ => path.push(name.to_owned()),
    }
    if let Some(deeper) =
        after.strip_prefix("::").filter(|it| it.starts_with(|it| is_letter(it) || it == '{' || it == '*'))
    {
        return spell_out(&path, deeper, found);
    }
    let (known_as, after) = match after.trim_start().strip_prefix("as ") {
        Some(renamed) => renamed.split_at(renamed.find(|it| !is_letter(it)).unwrap_or(renamed.len())),
        None => (path.last().map_or("", String::as_str), after),
    };
    found.push((known_as.to_owned(), path.clone()));
    after
}

/// Tarjan, "Depth-first search and linear graph algorithms" (1972).
fn strongly_connected<'a>(edges: &BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>) -> Vec<BTreeSet<&'a ModulePath>> {
    struct Walk<'a, 'b> {
        edges: &'b BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>,
        /// When each was met, and the earliest that can be reached from it.
        met: BTreeMap<&'a ModulePath, (usize, usize)>,
        open: Vec<&'a ModulePath>,
        found: Vec<BTreeSet<&'a ModulePath>>,
    }
    impl<'a> Walk<'a, '_> {
        fn visit(&mut self, it: &'a ModulePath) -> usize {
            let number = self.met.len();
            self.met.insert(it, (number, number));
            self.open.push(it);
            let mut earliest = number;
            for to in &self.edges[it] {
                match self.met.get(to) {
                    None => earliest = earliest.min(self.visit(to)),
                    Some((met, _)) if self.open.contains(to) => earliest = earliest.min(*met),
                    Some(_) => {}
                }
            }
            self.met.insert(it, (number, earliest));
            if earliest == number {
                let from = self.open.iter().position(|open| *open == it).expect("it is open");
                self.found.push(self.open.split_off(from).into_iter().collect());
            }
            earliest
        }
    }
    let mut walk = Walk { edges, met: BTreeMap::new(), open: vec![], found: vec![] };
    for it in edges.keys() {
        if !walk.met.contains_key(*it) {
            walk.visit(it);
        }
    }
    walk.found
}

/// Paths are read in every form that a `use` takes, and inline; circles are found, and a chain is none.
#[test]
fn imports_are_read_and_circles_found() {
    let here = || vec!["a".to_owned(), "b".to_owned()];
    let spelled = |text: &str| {
        let mut found = vec![];
        spell_out(&here(), text, &mut found);
        found.into_iter().map(|(name, path)| format!("{name}={}", path.join("/"))).collect::<Vec<_>>()
    };
    assert_eq!(spelled("super::{super::x::Y, z as w, self}"), ["Y=x/Y", "w=a/z", "a=a"]);
    assert_eq!(spelled("crate::{q::{self, R}, s::*};"), ["q=q", "R=q/R", "s=s"]);
    assert_eq!(heads("let a = crate::b::c(D::e, x.f::<g::H>());"), [(8, "crate"), (20, "D"), (32, "g")]);
    assert_eq!(heads("pub(in crate::a) fn b() {}"), []);
    let names: Vec<ModulePath> = ["a", "b", "c", "d"].iter().map(|it| vec![(*it).to_owned()]).collect();
    let to = |all: &[usize]| all.iter().map(|it| &names[*it]).collect::<BTreeSet<_>>();
    let edges = [to(&[1]), to(&[2]), to(&[1, 3]), to(&[])];
    let edges = names.iter().zip(edges).collect();
    let circles: Vec<usize> = strongly_connected(&edges).iter().map(BTreeSet::len).filter(|it| *it > 1).collect();
    assert_eq!(circles, [2]);
}
