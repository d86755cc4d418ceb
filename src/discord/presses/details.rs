//! "Details" below a story: the whole of it with every roll, to the presser alone, as far as they may read.

use super::Pressed;
use crate::{
    discord::{
        compose::{
            story,
            told::{Told, ToldLine},
        },
        custom_id::CustomId,
        house::House,
        reply::Answer,
        trouble::Trouble,
    },
    engine::view::Audience,
};

/// Tells it. It works for fights that are over, too.
pub async fn details(house: &House, pressed: &Pressed, id: &CustomId, seq: u64) -> Result<Answer, Trouble> {
    let encounter = i64::try_from(id.encounter()).unwrap_or(0);
    let gone = || Trouble::say("That story is not kept any more.");
    let header = house.store.encounter(encounter).await?.ok_or_else(gone)?;
    if header.application_id != house.application_id || header.channel_id != pressed.visit.channel_id {
        return Err(gone());
    }
    let slot = format!("story:{seq}");
    let rows = house.store.outbox(encounter).await?;
    let row = rows.iter().rev().find(|it| it.notice.slot == slot).ok_or_else(gone)?;
    let told = Told::read(&row.notice.payload).map_err(|it| Trouble::Ours(it.to_string()))?;
    let caller = pressed.visit.caller(house).await;
    let (is_gm, sides, players) = match house.table(encounter) {
        Some(handle) => {
            handle
                .look(move |desk| {
                    let names = desk.session().names(crate::engine::view::Viewer::Gm);
                    let own = names.iter().filter(|it| it.player == Some(caller.seat));
                    let sides: Vec<_> = own.map(|it| it.side).collect();
                    let players: Vec<u64> = desk.session().seats().iter().map(|it| it.0).collect();
                    (desk.actor(&caller).is_gm(), sides, players)
                })
                .await?
        }
        None => (false, vec![], vec![]),
    };
    let seat = pressed.visit.user_id;
    let may_read = |line: &&ToldLine| match line.audience {
        _ if is_gm => true,
        Audience::Everyone => true,
        Audience::Side(side) => sides.contains(&side),
        Audience::Seat(of) => of.0 == seat,
        Audience::Gm => false,
    };
    let lines: Vec<&ToldLine> = told.lines.iter().filter(may_read).collect();
    if lines.is_empty() {
        return Err(gone());
    }
    Ok(Answer::whisper(story::details(&lines, &players)))
}
