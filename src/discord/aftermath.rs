//! What lasts of a fight that is over: told to its GM, who says whether it is written to the saved characters, and to each player for
//! their own. It is decided once: the yes and the sheets are one transaction. A character that somebody has changed meanwhile is merged
//! field by field, and what was left out is said. Nothing here is kept in memory, so a button works after a restart.

use super::{
    commands::saved::{self, Saved},
    compose::{tracker::press, words},
    custom_id::CustomId,
    house::House,
    message::{Message, Row},
    reply::Answer,
    text,
    trouble::Trouble,
    visit::Visit,
};
use crate::{
    engine::view::Viewer,
    rules::{Change, Lasting, System},
    store::{CharacterWrite, EncounterId, Settlement, Status, StoreError},
    table::Desk,
};
use serde::{Deserialize, Serialize};

/// What the lists of its buttons begin with.
pub const LIST: &str = "lasting";
const YES: &str = "lasting-yes";
const NO: &str = "lasting-no";
/// How often a decision is tried while characters change under it.
const TRIES: usize = 4;

/// What became of one character, as it is kept with the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Became {
    name: String,
    owner: Option<u64>,
    /// What was written and what was not, in sentences.
    told: Vec<String>,
}

/// A fight that is over, with those who have something to take home.
struct Aftermath {
    id: EncounterId,
    name: String,
    system: System,
    guild: Option<u64>,
    is_gm: bool,
    lasting: Vec<Lasting>,
}

async fn read(house: &House, visit: &Visit, id: EncounterId) -> Result<Aftermath, Trouble> {
    let nothing = || Trouble::say("There is no such fight here.");
    let header = house.store.encounter(id).await?.ok_or_else(nothing)?;
    if header.application_id != house.application_id || header.guild_id != visit.guild_id {
        return Err(nothing());
    }
    if header.status != Status::Over {
        return Err(Trouble::say(
            "This fight is not over. What lasts of it is told when the GM has closed it with /encounter end.",
        ));
    }
    let caller = visit.caller(house).await;
    let desk = Desk::load(house.store.clone(), id).await?;
    let is_gm = desk.actor(&caller).is_gm();
    let session = desk.session();
    let all = session.names(Viewer::Gm).into_iter().filter_map(|it| session.lasting(it.id));
    let lasting = all.filter(|it| it.saved.is_some()).collect();
    Ok(Aftermath {
        id,
        name: header.name,
        system: System::named(&header.system)?,
        guild: header.guild_id,
        is_gm,
        lasting,
    })
}

/// What the GM is told as soon as the fight is over; `None` if nobody takes anything home.
///
/// # Errors
/// If the store fails.
pub async fn after_the_end(house: &House, visit: &Visit, id: EncounterId) -> Result<Option<Answer>, Trouble> {
    let it = read(house, visit, id).await?;
    if it.lasting.is_empty() {
        return Ok(None);
    }
    Ok(Some(Answer::Say(page(house, visit, &it).await?.private())))
}

/// The page of the last fight in the visit's channel.
///
/// # Errors
/// That there is none; or the store fails.
pub async fn last_one_here(house: &House, visit: &Visit) -> Result<Answer, Trouble> {
    let all = house.store.encounters_in(house.application_id, visit.channel_id).await?;
    let last = all.into_iter().find(|it| it.status == Status::Over);
    let last = last.ok_or_else(|| Trouble::say("No fight has ended in this channel yet."))?;
    let it = read(house, visit, last.id).await?;
    Ok(Answer::Say(page(house, visit, &it).await?.private()))
}

/// The button below the account of a fight; `None` if no saved character was in it.
pub fn button(desk: &Desk) -> Option<Row> {
    let session = desk.session();
    let anybody =
        session.names(Viewer::Gm).iter().any(|it| session.lasting(it.id).is_some_and(|it| it.saved.is_some()));
    let encounter = desk.header().id.unsigned_abs();
    let id = CustomId::Page { encounter, list: LIST.to_owned(), page: 0 };
    anybody.then(|| Row::Buttons(vec![press("What lasts\u{2026}", id)]))
}

/// A button of it was pressed: the page opens, or the GM decides.
///
/// # Errors
/// Why not.
pub async fn pressed(
    house: &House,
    visit: &Visit,
    is_private: bool,
    encounter: u64,
    list: &str,
) -> Result<Answer, Trouble> {
    let it = read(house, visit, i64::try_from(encounter).unwrap_or(0)).await?;
    if list == YES || list == NO {
        decide(house, visit, &it, list == YES).await?;
    }
    let message = page(house, visit, &it).await?;
    Ok(if is_private { Answer::Update(message) } else { Answer::Say(message.private()) })
}

/// What somebody may see of it: the GM all, with the question; a player their own.
async fn page(house: &House, visit: &Visit, it: &Aftermath) -> Result<Message, Trouble> {
    let mine = |owner: Option<u64>| it.is_gm || owner == Some(visit.user_id);
    let mut lines = vec![format!("What lasts of **{}**:", text::escape(&it.name))];
    if let Some(settled) = house.store.settlement(it.id).await? {
        let became: Vec<Became> = serde_json::from_str(&settled.outcome).map_err(|it| Trouble::Ours(it.to_string()))?;
        for one in became.iter().filter(|it| mine(it.owner)) {
            lines.push(line(&one.name, one.owner.filter(|_| it.is_gm), &one.told));
        }
        lines.push(match settled.written {
            true => format!("{} has had it written to the saved characters.", text::mention(settled.decided_by)),
            false => {
                format!("{} has left the saved characters as they were.", text::mention(settled.decided_by))
            }
        });
        return Ok(Message::text(lines.join("\n")));
    }
    let mut any = false;
    for one in it.lasting.iter().filter(|one| mine(one.owner.map(|it| it.0))) {
        let (told, _) = merged(house, it, one).await?;
        any = true;
        lines.push(line(&one.name, one.owner.map(|it| it.0).filter(|_| it.is_gm), &told));
    }
    if !any {
        lines.push(match it.lasting.is_empty() {
            true => "No saved character was in it, so there is nothing to keep.".to_owned(),
            false => "No saved character of yours was in it.".to_owned(),
        });
        return Ok(Message::text(lines.join("\n")));
    }
    if !it.is_gm {
        lines.push("The GM has not decided yet whether this is written to your saved character.".to_owned());
        return Ok(Message::text(lines.join("\n")));
    }
    lines.push("Shall this be written to the saved characters? /encounter aftermath asks again.".to_owned());
    let button = |label: &str, list: &str| {
        press(label, CustomId::Page { encounter: it.id.unsigned_abs(), list: list.to_owned(), page: 0 })
    };
    let rows = vec![Row::Buttons(vec![button("Write it", YES), button("Leave them as they were", NO)])];
    Ok(Message { rows, ..Message::text(lines.join("\n")) })
}

fn line(name: &str, owner: Option<u64>, told: &[String]) -> String {
    let of = owner.map(|id| format!(" ({})", text::mention(id))).unwrap_or_default();
    let told = if told.is_empty() { "nothing has changed.".to_owned() } else { words::prose(&told.join("; "), &[]) };
    format!("**{}**{of}: {told}", text::escape(name))
}

/// What writing it would do to one character now, in words, and the change; `None` where there is nothing to write.
async fn merged(
    house: &House,
    it: &Aftermath,
    one: &Lasting,
) -> Result<(Vec<String>, Option<CharacterWrite>), Trouble> {
    let kept = match one.saved {
        Some(id) => saved::by_id(house, it.guild, id).await?,
        None => None,
    };
    // A character that has changed hands or system is not the one who fought.
    let same = |kept: &Saved| kept.system == it.system.name() && Some(kept.owner) == one.owner.map(|it| it.0);
    let Some(kept) = kept.filter(same) else {
        let mut told = one.words.clone();
        told.push("the saved character is not kept any more, so there is nothing to write to".to_owned());
        return Ok((told, None));
    };
    let merged = saved::judge(it.system)?.merge(&kept.fields, &one.changes);
    let mut told: Vec<String> = merged.written.iter().map(Change::words).collect();
    for (change, now) in &merged.left {
        let now = if now.is_empty() { "nothing" } else { now };
        told.push(format!("{} (changed meanwhile: it stays {now})", change.words()));
    }
    told.extend(one.words.iter().cloned());
    let changes = merged.fields != kept.fields;
    Ok((told, changes.then(|| kept.with(&merged.fields))))
}

/// The GM's yes or no, once. That it has been decided already is no fault: the page says how.
async fn decide(house: &House, visit: &Visit, it: &Aftermath, write: bool) -> Result<(), Trouble> {
    if !it.is_gm {
        return Err(Trouble::say("Whether this is written is the GM\u{2019}s to say."));
    }
    if it.lasting.is_empty() {
        return Ok(());
    }
    for _ in 0..TRIES {
        let (mut became, mut writes) = (vec![], vec![]);
        for one in &it.lasting {
            let (told, change) = merged(house, it, one).await?;
            became.push(Became { name: one.name.clone(), owner: one.owner.map(|it| it.0), told });
            writes.extend(change.filter(|_| write));
        }
        let settlement = Settlement {
            encounter: it.id,
            written: write,
            decided_by: visit.user_id,
            decided_at_ms: house.now_ms(),
            outcome: serde_json::to_string(&became).map_err(|it| Trouble::Ours(it.to_string()))?,
        };
        match house.store.write_characters(writes, Some(settlement), house.now_ms()).await {
            Ok(_) | Err(StoreError::AlreadySettled(_)) => return Ok(()),
            // Somebody was quicker: what they made of it is merged anew.
            Err(StoreError::CharacterChanged(_) | StoreError::NoSuchCharacter(_)) => {}
            Err(other) => return Err(other.into()),
        }
    }
    Err(Trouble::say("The characters are being changed just now. Please press again."))
}
