//! The room as it is found the first time: the server, its three channels, the GM, four players and the bot.

use std::collections::{BTreeMap, HashMap};

use rand::Rng as _;

use super::{
    Clock, Id, Strict,
    id::Mint,
    permissions,
    room::{Channel, Ids, Overwrite, Role, Room, User},
};

/// The server's name.
const GUILD: &str = "The Local Table";

/// A new room, as it stands at this moment.
pub(super) fn new_room(clock: Clock, strict: Strict, now_ms: i64) -> Room {
    let mut mint = Mint::default();
    // The server is a day old, so that nothing in it is younger than a fight's first message.
    let mut id = || mint.next(now_ms - 86_400_000);
    let (guild, application, bot_role, gm_role) = (id(), id(), id(), id());
    let mut users = BTreeMap::new();
    let mut seat = |name: &str, roles: Vec<Id>, blurb: &str| {
        let id = id();
        users.insert(id, User { id, name: name.into(), bot: false, roles, blurb: blurb.into() });
        id
    };
    let owner = seat("Gwen", vec![gm_role], "The GM: runs the foes and sees the #gm channel.");
    for (name, blurb) in [("Ana", "A player."), ("Bob", "A player."), ("Cem", "A player."), ("Dana", "A player.")] {
        seat(name, Vec::new(), blurb);
    }
    let bot = application;
    users.insert(bot, User { id: bot, name: "Umpire".into(), bot: true, roles: vec![bot_role], blurb: String::new() });
    let role = |id, name: &str, permissions, position, colour, managed| {
        (id, Role { id, name: name.into(), permissions, position, colour, managed })
    };
    let roles = BTreeMap::from([
        role(guild, "@everyone", permissions::PLAYERS, 0, 0, false),
        role(gm_role, "GM", permissions::GM, 1, 0xC2_7C0E, false),
        role(bot_role, "Umpire", permissions::BOT, 2, 0x34_98DB, true),
    ]);
    let mut channels = BTreeMap::new();
    for (position, (name, topic)) in [
        ("table", "The fight. Type / to act."),
        ("gm", "For the GM alone: prompts for the foes, secret rolls."),
        ("tavern", "Free talk, away from the fight."),
    ]
    .into_iter()
    .enumerate()
    {
        let id = mint.next(now_ms - 86_400_000);
        let sees = |id, allow, deny| Overwrite { id, kind: 0, allow, deny };
        let gm_only = vec![
            sees(guild, 0, permissions::VIEW_CHANNEL),
            sees(gm_role, permissions::VIEW_CHANNEL, 0),
            sees(bot_role, permissions::VIEW_CHANNEL, 0),
        ];
        let overwrites = if name == "gm" { gm_only } else { Vec::new() };
        let (name, topic) = (name.to_owned(), Some(topic.to_owned()));
        channels.insert(id, Channel { id, name, topic, position: position as u32, overwrites, ..Channel::default() });
    }
    Room {
        clock,
        strict,
        mint,
        ids: Ids { guild, application, bot, bot_role, gm_role, owner },
        token: token(bot),
        authority: String::new(),
        users,
        gone: Default::default(),
        roles,
        channels,
        messages: HashMap::new(),
        files: HashMap::new(),
        uploads: std::collections::VecDeque::new(),
        commands: BTreeMap::new(),
        nonces: HashMap::new(),
        interactions: Default::default(),
        gateway: Default::default(),
        page: Default::default(),
        buckets: Default::default(),
        calls: Default::default(),
        faults: Vec::new(),
        bot_is_out: false,
        journal: Default::default(),
    }
}

impl Room {
    /// The server's name.
    pub(super) fn guild_name(&self) -> &'static str {
        GUILD
    }
}

/// A token shaped like Discord's (the bot's id, a time, a secret), because some clients read the id out of it.
fn token(bot: Id) -> String {
    let mut random = rand::rng();
    let mut secret = |letters: usize| -> String {
        const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        (0..letters).map(|_| char::from(LETTERS[(random.next_u32() % 64) as usize])).collect()
    };
    format!("{}.{}.{}", base64(bot.to_string().as_bytes()), secret(6), secret(38))
}

/// Base64 without padding, which is how a token spells the bot's id.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().enumerate().fold(0u32, |word, (i, byte)| word | u32::from(*byte) << (16 - 8 * i));
        for letter in 0..=three.len() {
            out.push(char::from(LETTERS[(word >> (18 - 6 * letter) & 63) as usize]));
        }
    }
    out
}
