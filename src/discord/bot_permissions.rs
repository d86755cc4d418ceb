//! The permissions the bot asks for, the reason for each, and what's missing in a channel. The bot asks for nothing that no feature needs
//! and never changes anybody's permissions.
//!
//! Every interaction says what the bot may do in its channel (`app_permissions`), so roles and overwrites aren't cached.

/// A permission and its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// Its bit. Docs, "Permissions: Bitwise Permission Flags".
    pub bit: u64,
    /// Its name as Discord's settings show it.
    pub name: &'static str,
    /// What doesn't work without it, in one sentence.
    pub without_it: &'static str,
    /// When it is needed.
    pub when: When,
}

/// When a permission is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// In every channel with a fight.
    Always,
    /// In threads only.
    InThreads,
    /// Only while the chaos of combat keeps players from talking freely.
    InChaos,
}

/// Administrator has all permissions. Docs, "Permissions".
pub(super) const ADMINISTRATOR: u64 = 1 << 3;

/// "Embed Links".
pub const EMBED_LINKS: u64 = 1 << 14;
/// "Attach Files".
pub const ATTACH_FILES: u64 = 1 << 15;

/// Everything the bot asks for, most needed first. Pinning (1 << 51) is not among them: the tracker is moved to the bottom instead.
pub const NEEDS: [Need; 7] = [
    Need {
        bit: 1 << 10,
        name: "View Channel",
        without_it: "Umpire can\u{2019}t run a fight in the channel at all.",
        when: When::Always,
    },
    Need {
        bit: 1 << 11,
        name: "Send Messages",
        without_it: "Umpire can\u{2019}t show the tracker, questions or results.",
        when: When::Always,
    },
    Need {
        bit: 1 << 38,
        name: "Send Messages in Threads",
        without_it: "Umpire can\u{2019}t run a fight in a thread.",
        when: When::InThreads,
    },
    Need {
        bit: EMBED_LINKS,
        name: "Embed Links",
        without_it: "Trackers and results come as plain text without boxes; nothing else is missing.",
        when: When::Always,
    },
    Need {
        bit: ATTACH_FILES,
        name: "Attach Files",
        without_it: "Maps and a fight\u{2019}s export can\u{2019}t be posted; the fight itself goes on without them.",
        when: When::Always,
    },
    Need {
        bit: 1 << 16,
        name: "Read Message History",
        without_it: "Umpire can\u{2019}t link to questions and results, or reply to an earlier message.",
        when: When::Always,
    },
    Need {
        bit: 1 << 13,
        name: "Manage Messages",
        without_it: "Players\u{2019} ordinary messages can\u{2019}t be removed, so the chaos of combat can\u{2019}t be turned on.",
        when: When::InChaos,
    },
];

/// The permissions of the invite link as one number.
#[must_use]
pub fn invite_bits() -> u64 {
    NEEDS.iter().map(|need| need.bit).sum()
}

/// The invite link for server managers, with exactly the permissions of [`NEEDS`].
#[must_use]
pub fn invite_url(application_id: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application_id}&scope=bot+applications.commands&permissions={}",
        invite_bits()
    )
}

/// The kind of place, which decides what's needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChannelContext {
    /// A thread, whose permissions to write differ from its channel's.
    pub is_thread: bool,
    /// The chaos of combat is on, or about to be.
    pub is_chaos: bool,
}

/// The permissions missing here, given the bits of `app_permissions`.
#[must_use]
pub fn missing(app_permissions: u64, place: ChannelContext) -> Vec<&'static Need> {
    if app_permissions & ADMINISTRATOR != 0 {
        return Vec::new();
    }
    let needed = |need: &&Need| match need.when {
        // "Send Messages" does nothing inside a thread. Docs, "Permissions: Inherited Permissions (Threads)".
        When::Always => !(place.is_thread && need.bit == 1 << 11),
        When::InThreads => place.is_thread,
        When::InChaos => place.is_chaos,
    };
    NEEDS.iter().filter(needed).filter(|need| app_permissions & need.bit == 0).collect()
}

/// A sentence that names what's missing, what each is for and what to do; `None` if nothing is.
#[must_use]
pub fn missing_in_words(app_permissions: u64, place: ChannelContext) -> Option<String> {
    let missing = missing(app_permissions, place);
    if missing.is_empty() {
        return None;
    }
    let names: Vec<String> = missing.iter().map(|need| format!("**{}**", need.name)).collect();
    let reasons: Vec<&str> = missing.iter().map(|need| need.without_it).collect();
    let names = crate::rules::wording::list(&names);
    Some(format!(
        "Umpire lacks {names} in this channel. {} Someone who manages the channel can grant it under Edit Channel > Permissions.",
        reasons.join(" ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serenity::model::Permissions;

    /// Our bits are the ones that other Discord libraries know by these names.
    #[test]
    fn bits_are_discords() {
        let theirs = Permissions::VIEW_CHANNEL
            | Permissions::SEND_MESSAGES
            | Permissions::SEND_MESSAGES_IN_THREADS
            | Permissions::EMBED_LINKS
            | Permissions::ATTACH_FILES
            | Permissions::READ_MESSAGE_HISTORY
            | Permissions::MANAGE_MESSAGES;
        assert_eq!(invite_bits(), theirs.bits());
    }

    /// The link asks for these permissions and the two scopes, nothing else.
    #[test]
    fn the_invite_asks_for_exactly_these() {
        assert_eq!(
            invite_url(42),
            "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=274878032896"
        );
    }

    /// What's missing depends on the place, and an administrator has everything.
    #[test]
    fn only_what_the_place_needs_is_missing() {
        let names = |bits, place| missing(bits, place).iter().map(|need| need.name).collect::<Vec<_>>();
        let all = invite_bits();
        assert_eq!(names(all, ChannelContext { is_thread: true, is_chaos: true }), Vec::<&str>::new());
        assert_eq!(names(ADMINISTRATOR, ChannelContext { is_thread: true, is_chaos: true }), Vec::<&str>::new());
        assert_eq!(names(all & !(1 << 13), ChannelContext::default()), Vec::<&str>::new());
        assert_eq!(
            names(all & !(1 << 13), ChannelContext { is_chaos: true, ..ChannelContext::default() }),
            ["Manage Messages"]
        );
        assert_eq!(
            names(all & !(1 << 11), ChannelContext { is_thread: true, ..ChannelContext::default() }),
            Vec::<&str>::new()
        );
        assert_eq!(
            names(all & !(1 << 38), ChannelContext { is_thread: true, ..ChannelContext::default() }),
            ["Send Messages in Threads"]
        );
        assert_eq!(missing_in_words(all, ChannelContext::default()), None);
        let sentence =
            missing_in_words(1 << 10 | 1 << 11 | 1 << 16, ChannelContext::default()).expect("two are missing");
        assert!(
            sentence.starts_with("Umpire lacks **Embed Links** and **Attach Files** in this channel. "),
            "{sentence}"
        );
    }

    /// What the hosting guide says about permissions is what the bot asks for, in the same words.
    #[test]
    fn the_hosts_page_says_the_same() {
        let page = include_str!("../../docs/HOSTING.md");
        for need in NEEDS {
            let row = format!("| {} | {} |", need.name, need.without_it);
            assert!(page.contains(&row), "docs/HOSTING.md lacks the row {row}");
        }
        assert!(page.contains(&format!("permissions={}", invite_bits())));
    }
}
