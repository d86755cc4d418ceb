//! What a member may do in a channel. Discord is asked over REST each time it matters, since no privileged intent tells us about members,
//! and the answer is computed as Discord does it (docs, "Permissions: Permission Overwrites" and "Permissions: Inherited Permissions
//! (Threads)"). It changes nobody's permissions and remembers nothing.

use super::rest::{LookUp, RestClient, RestOutcome};
use crate::store::Snowflake;
use async_trait::async_trait;
use serde_json::Value;
use std::collections::BTreeMap;

/// All permissions, everywhere.
const ADMINISTRATOR: u64 = 1 << 3;
/// See the channel at all.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Write in the channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// See every private thread of the channel.
const MANAGE_THREADS: u64 = 1 << 34;
/// Write in its threads.
const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Docs, "Channel Types": an ordinary text channel of a server.
const TEXT: u64 = 0;
/// Docs, "Channel Types": a thread that only its members see.
const PRIVATE_THREAD: u64 = 12;
/// Docs, "Channel Types": announcement, public and private threads.
const THREADS: [u64; 3] = [10, 11, PRIVATE_THREAD];

/// Why the answer isn't known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// It doesn't exist, or isn't visible to us.
    #[error("we can't see such a channel")]
    NotThere,
    /// Discord didn't answer.
    #[error("Discord didn't say")]
    Silent,
}

/// A channel as Discord currently knows it, with everything that decides who may do what there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelRights {
    guild: Snowflake,
    channel: Snowflake,
    owner: Snowflake,
    roles: BTreeMap<Snowflake, u64>,
    overwrites: Vec<Overwrite>,
    thread: Option<Thread>,
    /// The channel whose overwrites these are: a thread's parent, otherwise the channel itself.
    above: Snowflake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thread {
    Open,
    Private,
}

/// What a channel changes for a role or member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Overwrite {
    id: Snowflake,
    is_member: bool,
    allow: u64,
    deny: u64,
}

impl ChannelRights {
    /// Fetches a channel and its server.
    ///
    /// # Errors
    /// If it isn't there, or Discord doesn't answer.
    pub async fn of(registry: &dyn Registry, guild: Snowflake, channel: Snowflake) -> Result<ChannelRights, Unknown> {
        let server = registry.look_up(LookUp::Guild(guild)).await?;
        let here = registry.look_up(LookUp::Channel(channel)).await?;
        if number(&here["guild_id"]) != Some(guild) {
            return Err(Unknown::NotThere);
        }
        let thread = match here["type"].as_u64() {
            Some(PRIVATE_THREAD) => Some(Thread::Private),
            Some(kind) if THREADS.contains(&kind) => Some(Thread::Open),
            _ => None,
        };
        let parent = number(&here["parent_id"]).filter(|_| thread.is_some());
        let above = match parent {
            Some(parent) => registry.look_up(LookUp::Channel(parent)).await?,
            None => here,
        };
        let roles = server["roles"].as_array().into_iter().flatten();
        let overwrites = above["permission_overwrites"].as_array().into_iter().flatten();
        Ok(ChannelRights {
            guild,
            channel,
            owner: number(&server["owner_id"]).unwrap_or(0),
            roles: roles.filter_map(|it| Some((number(&it["id"])?, number(&it["permissions"])?))).collect(),
            overwrites: overwrites.filter_map(overwrite).collect(),
            thread,
            above: parent.unwrap_or(channel),
        })
    }

    /// Somebody's current permissions there; none if they have left the server.
    ///
    /// # Errors
    /// If Discord doesn't answer.
    pub async fn of_member(&self, registry: &dyn Registry, user: Snowflake) -> Result<u64, Unknown> {
        let Some(roles) = roles_of(registry, self.guild, user).await? else { return Ok(0) };
        let may = self.parent_rights(user, &roles);
        let inside = match self.thread {
            Some(Thread::Private) if may & (ADMINISTRATOR | MANAGE_THREADS) == 0 => {
                match registry.look_up(LookUp::ThreadMember { channel: self.channel, user }).await {
                    Ok(_) => true,
                    Err(Unknown::NotThere) => false,
                    Err(Unknown::Silent) => return Err(Unknown::Silent),
                }
            }
            _ => true,
        };
        Ok(if inside { self.in_thread(may) } else { 0 })
    }

    /// The permissions of a member with these roles in the channel, or in a thread's parent channel.
    fn parent_rights(&self, user: Snowflake, roles: &[Snowflake]) -> u64 {
        if user == self.owner {
            return u64::MAX;
        }
        let of_role = |role: &Snowflake| self.roles.get(role).copied().unwrap_or(0);
        let base = roles.iter().fold(of_role(&self.guild), |sum, role| sum | of_role(role));
        if base & ADMINISTRATOR != 0 {
            return u64::MAX;
        }
        let sum = |mine: &dyn Fn(&&Overwrite) -> bool| {
            let mine = self.overwrites.iter().filter(mine);
            mine.fold((0, 0), |(allow, deny), it| (allow | it.allow, deny | it.deny))
        };
        let everyone = sum(&|it| !it.is_member && it.id == self.guild);
        let by_role = sum(&|it| !it.is_member && it.id != self.guild && roles.contains(&it.id));
        let own = sum(&|it| it.is_member && it.id == user);
        let may = [everyone, by_role, own].into_iter().fold(base, |may, (allow, deny)| may & !deny | allow);
        if may & VIEW_CHANNEL == 0 { 0 } else { may }
    }

    /// "Send Messages" does nothing inside a thread; the thread's own permission replaces it here.
    fn in_thread(&self, may: u64) -> u64 {
        match (self.thread, may & SEND_MESSAGES_IN_THREADS != 0) {
            (None, _) => may,
            (Some(_), true) => may | SEND_MESSAGES,
            (Some(_), false) => may & !SEND_MESSAGES,
        }
    }
}

/// A server's text channels that only these people can see and those with such a role, or a bot's; each with its name. Who has a role isn't
/// known.
///
/// # Errors
/// If Discord doesn't answer.
pub async fn private_channels(
    registry: &dyn Registry,
    guild: Snowflake,
    people: &[Snowflake],
    is_such_a_role: impl Fn(&str) -> bool,
) -> Result<Vec<(Snowflake, String)>, Unknown> {
    let server = registry.look_up(LookUp::Guild(guild)).await?;
    let all = registry.look_up(LookUp::GuildChannels(guild)).await?;
    let roles = server["roles"].as_array().into_iter().flatten();
    let is_such = |it: &&Value| it["managed"] == true || it["name"].as_str().is_some_and(&is_such_a_role);
    let roles: Vec<Snowflake> = roles.filter(is_such).filter_map(|it| number(&it["id"])).collect();
    let is_private = |it: &&Value| {
        let overwrites = it["permission_overwrites"].as_array().into_iter().flatten().filter_map(overwrite);
        let overwrites: Vec<Overwrite> = overwrites.collect();
        let hides = overwrites.iter().any(|it| !it.is_member && it.id == guild && it.deny & VIEW_CHANNEL != 0);
        let mut shows = overwrites.iter().filter(|it| it.allow & VIEW_CHANNEL != 0);
        let is_known = |it: &Overwrite| if it.is_member { people.contains(&it.id) } else { roles.contains(&it.id) };
        it["type"].as_u64() == Some(TEXT) && hides && shows.all(is_known)
    };
    let named = |it: &Value| Some((number(&it["id"])?, it["name"].as_str()?.to_owned()));
    Ok(all.as_array().into_iter().flatten().filter(is_private).filter_map(named).collect())
}

/// Who can see a channel, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onlookers {
    /// Those who can see it.
    pub people: Vec<Snowflake>,
    /// The server and the channels whose changes put it out of date.
    pub rests_on: Vec<Snowflake>,
}

/// Those of these people who can see a channel.
///
/// # Errors
/// If the channel isn't there, or Discord doesn't answer.
pub async fn onlookers(
    registry: &dyn Registry,
    guild: Snowflake,
    channel: Snowflake,
    people: &[Snowflake],
) -> Result<Onlookers, Unknown> {
    let place = ChannelRights::of(registry, guild, channel).await?;
    let mut seen_by = vec![];
    for person in people {
        if place.of_member(registry, *person).await? & VIEW_CHANNEL != 0 {
            seen_by.push(*person);
        }
    }
    Ok(Onlookers { people: seen_by, rests_on: vec![guild, channel, place.above] })
}

/// Whether someone is a member of the server.
///
/// # Errors
/// If Discord doesn't answer.
pub async fn is_member(registry: &dyn Registry, guild: Snowflake, user: Snowflake) -> Result<bool, Unknown> {
    Ok(roles_of(registry, guild, user).await?.is_some())
}

/// A member's roles; `None` if they aren't a member.
async fn roles_of(
    registry: &dyn Registry,
    guild: Snowflake,
    user: Snowflake,
) -> Result<Option<Vec<Snowflake>>, Unknown> {
    match registry.look_up(LookUp::Member { guild, user }).await {
        Ok(member) => Ok(Some(member["roles"].as_array().into_iter().flatten().filter_map(number).collect())),
        Err(Unknown::NotThere) => Ok(None),
        Err(Unknown::Silent) => Err(Unknown::Silent),
    }
}

/// Answers look-ups: the real one over REST, or a test's own.
#[async_trait]
pub trait Registry: Send + Sync {
    /// Does one look-up.
    ///
    /// # Errors
    /// [`Unknown`].
    async fn look_up(&self, what: LookUp) -> Result<Value, Unknown>;
}

#[async_trait]
impl Registry for RestClient {
    async fn look_up(&self, what: LookUp) -> Result<Value, Unknown> {
        match RestClient::look_up(self, what).await {
            RestOutcome::Found(value) => Ok(value),
            RestOutcome::Gone(_) | RestOutcome::Forbidden { .. } => Err(Unknown::NotThere),
            // The client has logged it.
            _ => Err(Unknown::Silent),
        }
    }
}

fn number(value: &Value) -> Option<u64> {
    value.as_str().and_then(|it| it.parse().ok()).or_else(|| value.as_u64())
}

fn overwrite(value: &Value) -> Option<Overwrite> {
    Some(Overwrite {
        id: number(&value["id"])?,
        is_member: number(&value["type"]) == Some(1),
        allow: number(&value["allow"])?,
        deny: number(&value["deny"])?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUILD: u64 = 1;
    const GM_ROLE: u64 = 2;
    const MUTED: u64 = 3;

    fn place(overwrites: &[(u64, bool, u64, u64)]) -> ChannelRights {
        let overwrite = |it: &(u64, bool, u64, u64)| Overwrite { id: it.0, is_member: it.1, allow: it.2, deny: it.3 };
        ChannelRights {
            guild: GUILD,
            channel: 9,
            owner: 100,
            roles: BTreeMap::from([(GUILD, VIEW_CHANNEL | SEND_MESSAGES), (GM_ROLE, MANAGE_THREADS), (MUTED, 0)]),
            overwrites: overwrites.iter().map(overwrite).collect(),
            thread: None,
            above: 9,
        }
    }

    /// Roles add up; then the channel's overwrites apply: first for everyone, then for all roles at once, last for the member.
    #[test]
    fn overwrites_take_effect_in_discords_order() {
        let both = VIEW_CHANNEL | SEND_MESSAGES;
        let private = place(&[(GUILD, false, 0, VIEW_CHANNEL), (GM_ROLE, false, VIEW_CHANNEL, 0)]);
        assert_eq!(private.parent_rights(7, &[]), 0);
        assert_eq!(private.parent_rights(7, &[GM_ROLE]), both | MANAGE_THREADS);
        assert_eq!(private.parent_rights(100, &[]), u64::MAX, "the server's owner sees all");
        let roles = place(&[(GM_ROLE, false, SEND_MESSAGES, 0), (MUTED, false, 0, SEND_MESSAGES)]);
        assert_eq!(roles.parent_rights(7, &[GM_ROLE, MUTED]) & both, both, "one role's allow beats another's deny");
        let own = place(&[(GM_ROLE, false, VIEW_CHANNEL, 0), (7, true, 0, VIEW_CHANNEL)]);
        assert_eq!(own.parent_rights(7, &[GM_ROLE]), 0, "the member's own has the last word");
        assert_eq!(own.parent_rights(8, &[GM_ROLE]) & both, both);
    }

    /// In a thread, writing has its own permission.
    #[test]
    fn threads_have_a_permission_of_their_own() {
        let mut thread = place(&[]);
        thread.thread = Some(Thread::Open);
        assert_eq!(thread.in_thread(VIEW_CHANNEL | SEND_MESSAGES), VIEW_CHANNEL);
        let may = thread.in_thread(VIEW_CHANNEL | SEND_MESSAGES_IN_THREADS);
        assert_ne!(may & SEND_MESSAGES, 0);
    }

    /// An administrator sees every channel, whatever its overwrites say.
    #[test]
    fn administrators_see_everything() {
        let mut place = place(&[(GUILD, false, 0, VIEW_CHANNEL), (7, true, 0, VIEW_CHANNEL)]);
        place.roles.insert(MUTED, ADMINISTRATOR);
        assert_eq!(place.parent_rights(7, &[MUTED]), u64::MAX);
    }
}
