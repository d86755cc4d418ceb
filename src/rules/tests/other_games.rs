//! Words that players bring from other games get an answer in every system: a verb, or a sentence that says when you're asked or what it's
//! called here.

use crate::{
    engine::Menus,
    rules::{System, action_space::ActionSpace, with_ruleset},
};

/// What players type who have played something else, or who answer a reaction before they're asked.
const TYPED: [&str; 8] = ["dodge", "guard", "parry", "counter", "intercept", "flee", "heal", "push"];
/// Text that makes an answer helpful: when you're asked, a command, or that nobody has to do anything.
const HELPS: [&str; 4] = ["you\u{2019}re asked", "/act what:", "/move", "comes by itself"];

#[test]
fn every_system_answers_the_words_of_other_games() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            for typed in TYPED {
                match (R::verb_named(typed), R::word_of_other_games(typed)) {
                    (Some(_), None) => {}
                    (None, Some((sentence, _))) => {
                        let swaps = sentence.contains("may swap cards with the attacker");
                        assert!(swaps || HELPS.iter().any(|it| sentence.contains(it)), "{system:?} {typed}: {sentence}");
                    }
                    (verb, word) => panic!("{system:?} {typed}: the verb {verb:?}, the sentence {:?}", word.map(|it| it.0)),
                }
            }
        });
    }
}

/// A word that's a verb starts the verb, so a sentence about the word would never be read.
#[test]
fn no_sentence_stands_behind_a_verb() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            let also = R::ALSO.iter().map(|it| it.0.to_owned());
            let own = R::VERBS.iter().flat_map(|it| [it.name.to_owned(), it.label.to_owned()]);
            for word in also.chain(own) {
                assert_eq!(R::word_of_other_games(&word).map(|it| it.0), None, "{system:?}: {word}");
            }
        });
    }
}
