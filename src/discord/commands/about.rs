//! /about and /privacy: what Umpire is, who runs it, and what it keeps about you.

use super::context::{Context, Done, answer};
use crate::{
    config::AboutSettings,
    discord::{own_privacy, reply::Answer},
};

/// What Umpire is, who runs it here, and where its privacy policy and terms are
#[poise::command(slash_command)]
pub async fn about(ctx: Context<'_>) -> Done {
    answer(ctx, |app, _| async move { Ok(Answer::whisper(in_words(app.about()))) }).await
}

/// What Umpire keeps about you, as a file; and delete it
#[poise::command(slash_command)]
pub async fn privacy(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { own_privacy::shown(&app, &context).await }).await
}

fn in_words(about: &AboutSettings) -> String {
    let mut lines = vec![format!(
        "**Umpire {}** referees tabletop combat: it knows whose turn it is, rolls and explains every die, asks everyone who can react, and refuses what the rules forbid. /help says how to play.",
        env!("CARGO_PKG_VERSION")
    )];
    if let Some(host) = &about.host {
        lines.push(format!("It\u{2019}s run by {host}."));
    }
    lines.push("/privacy shows what it keeps about you, and deletes it.".to_owned());
    let pages = [("Privacy policy", &about.privacy), ("Terms of service", &about.terms)];
    lines.extend(pages.into_iter().filter_map(|(name, page)| Some(format!("{name}: <{}>", page.as_ref()?))));
    lines.push("-# The program is under the MIT licence. The rule systems belong to their authors.".to_owned());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the host has said is told, and nothing else is promised.
    #[test]
    fn the_host_is_named_if_they_want_to_be() {
        let bare = in_words(&AboutSettings::default());
        assert!(
            bare.contains(env!("CARGO_PKG_VERSION")) && !bare.contains("run by") && !bare.contains("Terms"),
            "{bare}"
        );
        let terms = Some("https://x.example/terms".to_owned());
        let told = in_words(&AboutSettings { host: Some("Gwen".to_owned()), terms, ..AboutSettings::default() });
        assert!(
            told.contains("It\u{2019}s run by Gwen.") && told.contains("Terms of service: <https://x.example/terms>"),
            "{told}"
        );
    }
}
