//! The table's initial contents: the server, its three channels, the GM, four players and the bot.

use std::collections::{BTreeMap, HashMap};

use rand::Rng as _;

use super::{
    FightChannels, Id, Strict, TimeSource,
    discord_state::{Channel, DiscordState, Ids, Overwrite, Role, User},
    permissions,
    snowflake::Mint,
};

/// How old a new server is, in milliseconds: a day, so that nothing in it is younger than a fight's first message.
const BEFORE_TODAY_MS: i64 = 86_400_000;

/// The channel that always exists, for a fight.
const TABLE: &str = "table";
/// The GM's channel that goes with it.
const GMS_OWN: &str = "gm";
/// The channel positions of what follows the fight channels, and of the GM's channels, which come last.
const AFTER_FIGHT_CHANNELS: u32 = 100;
const LAST: u32 = 200;

/// The overwrites of a GM's channel.
pub(super) fn gm_only(guild: Id, gm_role: Id, bot_role: Id) -> Vec<Overwrite> {
    let sees = |id, allow, deny| Overwrite { id, kind: 0, allow, deny };
    vec![
        sees(guild, 0, permissions::VIEW_CHANNEL),
        sees(gm_role, permissions::VIEW_CHANNEL, 0),
        sees(bot_role, permissions::VIEW_CHANNEL, 0),
    ]
}

/// A new guild with its people and channels, created at this moment.
pub(super) fn initial_guild(clock: TimeSource, strict: Strict, now_ms: i64) -> DiscordState {
    let mut mint = Mint::default();
    let mut id = || mint.next(now_ms - BEFORE_TODAY_MS);
    let (guild, application, bot_role, gm_role) = (id(), id(), id(), id());
    let mut users = BTreeMap::new();
    let mut seat = |name: &str, roles: Vec<Id>, blurb: &str| {
        let id = id();
        users.insert(id, User { id, name: name.into(), bot: false, roles, blurb: blurb.into() });
        id
    };
    let owner = seat("Gwen", vec![gm_role], "The GM: decides what the rules leave open.");
    for (name, blurb) in [("Ana", "A player."), ("Bob", "A player."), ("Cem", "A player."), ("Dana", "A player.")] {
        seat(name, Vec::new(), blurb);
    }
    let bot = application;
    users.insert(bot, User { id: bot, name: "Umpire".into(), bot: true, roles: vec![bot_role], blurb: String::new() });
    let role = |id, name: &str, permissions, position, colour, managed| {
        (id, Role { id, name: name.into(), permissions, position, colour, managed, guild: None })
    };
    let roles = BTreeMap::from([
        role(guild, "@everyone", permissions::PLAYERS, 0, 0, false),
        role(gm_role, "GM", permissions::GM, 1, 0xC2_7C0E, false),
        role(bot_role, "Umpire", permissions::BOT, 2, 0x34_98DB, true),
    ]);
    let mut channels = BTreeMap::new();
    for (position, (name, topic)) in [
        (TABLE, "The fight. Type / to act."),
        (GMS_OWN, "For the GM only: questions for the foes, secret rolls."),
        ("tavern", "Free talk, away from the fight."),
    ]
    .into_iter()
    .enumerate()
    {
        let id = mint.next(now_ms - BEFORE_TODAY_MS);
        let overwrites = if name == GMS_OWN { gm_only(guild, gm_role, bot_role) } else { Vec::new() };
        let (name, topic) = (name.to_owned(), Some(topic.to_owned()));
        channels.insert(id, Channel { id, name, topic, position: position as u32, overwrites, ..Channel::default() });
    }
    DiscordState {
        clock,
        strict,
        mint,
        ids: Ids { guild, application, bot, bot_role, gm_role, owner, second_guild: None },
        token: token(bot),
        authority: String::new(),
        users,
        gone: Default::default(),
        roles,
        channels,
        fight_channels: Vec::new(),
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
        bot_joined_ms: None,
        endpoint: None,
        journal: Default::default(),
    }
}

impl DiscordState {
    /// Puts the fight channels before all other channels, followed by the GM's own. Existing ones stay as they are, so that an older
    /// file gets the new ones.
    pub(super) fn add_fight_channels(&mut self, fight_channels: &[FightChannels]) {
        if fight_channels.is_empty() {
            return;
        }
        let Ids { guild, gm_role, bot_role, .. } = self.ids;
        let is_own = |it: &&Channel| !it.is_thread() && !it.is_direct() && it.guild.is_none();
        for channel in self.channels.values().filter(is_own).cloned().collect::<Vec<_>>() {
            let place = match channel.name.as_str() {
                TABLE => AFTER_FIGHT_CHANNELS,
                GMS_OWN => LAST + AFTER_FIGHT_CHANNELS,
                _ if channel.position < AFTER_FIGHT_CHANNELS => AFTER_FIGHT_CHANNELS + 1 + channel.position,
                _ => continue,
            };
            let own = (channel.name == TABLE).then(|| "For a fight of your own: type /encounter start.".to_owned());
            let is_fight_channel = fight_channels.iter().any(|it| it.name == channel.name);
            if channel.position < AFTER_FIGHT_CHANNELS && !is_fight_channel {
                let topic = own.or_else(|| channel.topic.clone());
                self.store_channel(Channel { position: place, topic, ..channel });
            }
        }
        for (index, fight) in (0u32..).zip(fight_channels) {
            let gms = format!("{GMS_OWN}-{}", fight.name);
            let about =
                format!("For the GM of #{} only: everything, the foes\u{2019} questions, secret rolls.", fight.name);
            let pair = [
                (fight.name.clone(), fight.topic.clone(), index, Vec::new()),
                (gms, about, LAST + index, gm_only(guild, gm_role, bot_role)),
            ];
            for (name, topic, position, overwrites) in pair {
                let topic = Some(topic);
                if let Some(known) = self.channels.values().find(|it| it.name == name).cloned() {
                    // What an earlier build said about the channel may no longer be true.
                    if known.topic != topic {
                        self.store_channel(Channel { topic, ..known });
                    }
                    continue;
                }
                let id = self.mint.next(self.now_ms() - BEFORE_TODAY_MS);
                self.store_channel(Channel { id, name, topic, position, overwrites, ..Channel::default() });
            }
        }
    }
}

/// A token in Discord's format (the bot's id, a time, a secret), because some clients read the id from it.
fn token(bot: Id) -> String {
    let mut random = rand::rng();
    let mut secret = |letters: usize| -> String {
        const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        (0..letters).map(|_| char::from(LETTERS[(random.next_u32() % 64) as usize])).collect()
    };
    format!("{}.{}.{}", base64(bot.to_string().as_bytes()), secret(6), secret(38))
}

/// Base64 without padding, the way a token encodes the bot's id.
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
