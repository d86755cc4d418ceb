//! Whom a combatant's turn notifies.

use super::snapshot::Snapshot;
use crate::{engine::view::FighterView, store::Snowflake};

/// Whom a combatant's turn notifies in the fight's channel, if they want it.
pub(super) fn called_openly(snapshot: &Snapshot, unpinged: &[Snowflake]) -> impl Fn(&FighterView) -> Option<Snowflake> {
    let gm = gm_without_a_channel(snapshot);
    move |it| {
        let seat = it.player.map(|seat| seat.0).or(gm.filter(|_| waits_for_the_gm(snapshot, it)));
        seat.filter(|seat| !unpinged.contains(seat))
    }
}

/// The GM, if the GM is to be notified in the fight's channel or by direct message.
pub(super) fn gm_without_a_channel(snapshot: &Snapshot) -> Option<Snowflake> {
    snapshot.gms.first().copied().filter(|_| snapshot.gm.channel.is_none())
}

/// Whether a combatant of the GM's waits for the GM: Umpire's, and those who follow an order, act by themselves, and while those act, the others
/// wait for them.
pub(super) fn waits_for_the_gm(snapshot: &Snapshot, it: &FighterView) -> bool {
    it.umpire.is_none() && snapshot.gm.acting_group().is_none() && !snapshot.gm.group_who.contains(&it.id)
}

/// The players who can act now.
pub(super) fn players_up(snapshot: &Snapshot) -> Vec<Snowflake> {
    let members = snapshot.scene.sides.iter().flat_map(|it| &it.members);
    let up = members.filter(|it| it.umpire.is_none() && snapshot.scene.may_act.contains(&it.id));
    let mut players: Vec<Snowflake> = up.filter_map(|it| it.player).map(|seat| seat.0).collect();
    players.dedup();
    players
}
