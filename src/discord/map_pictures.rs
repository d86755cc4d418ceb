//! What people have brought for a fight's map: the battle map below its board, and the portraits of the saved characters on it. A map only has
//! those of whoever its viewer sees, because a viewer's scene has nobody else.

use super::publisher_context::PublisherContext;
use crate::{
    engine::view::Scene,
    pictures::{BoardPicture, MapPictures, MapPlan},
    replay::ReplayPictures,
    store::{Background, EncounterId, StoreError},
};

/// A map with what people have brought for it. If the store fails, it's the map as it is without.
pub async fn with_brought(context: &PublisherContext, encounter: EncounterId, plan: MapPlan) -> MapPlan {
    if !plan.is_laid_out() {
        return plan;
    }
    match brought(context, encounter, &plan).await {
        Ok(pictures) => plan.with_pictures(&pictures),
        Err(error) => {
            tracing::warn!(encounter, %error, "the pictures for a map couldn't be looked up");
            plan
        }
    }
}

/// What people have brought for a fight's map as its viewer sees it last, for a replay: whoever has left before the end has no portrait. The
/// copies are made off the async threads.
pub async fn for_replay(context: &PublisherContext, encounter: EncounterId, scene: &Scene) -> ReplayPictures {
    let plan = MapPlan::of(scene);
    if !plan.is_laid_out() {
        return ReplayPictures::default();
    }
    match brought(context, encounter, &plan).await {
        Ok(pictures) => {
            let shown = plan.with_pictures(&pictures).pictures();
            let rasters = context.map_renderer().rasters(shown).await;
            let copies = context.tables().think(move || ReplayPictures::new(pictures, &rasters)).await;
            copies.unwrap_or_else(|| {
                tracing::error!(encounter, "the pictures for a replay couldn't be made smaller");
                ReplayPictures::default()
            })
        }
        Err(error) => {
            tracing::warn!(encounter, %error, "the pictures for a replay couldn't be looked up");
            ReplayPictures::default()
        }
    }
}

async fn brought(
    context: &PublisherContext,
    encounter: EncounterId,
    plan: &MapPlan,
) -> Result<MapPictures, StoreError> {
    let background = context.store().background(encounter).await?;
    let portraits = context.store().portraits(&plan.saved()).await?;
    Ok(MapPictures {
        background: background.as_ref().map(below),
        portraits: portraits.into_iter().map(|(id, hash)| (id, hash.into())).collect(),
    })
}

/// A map with this picture below its board, and nothing else that people have brought.
pub fn on_background(plan: MapPlan, background: &Background) -> MapPlan {
    plan.with_pictures(&MapPictures { background: Some(below(background)), portraits: vec![] })
}

/// A background as a map is drawn with it.
fn below(it: &Background) -> BoardPicture {
    BoardPicture {
        picture: it.picture.as_str().into(),
        size_px: (it.wide_px as f32, it.high_px as f32),
        square_px: it.square_hundredths as f32 / 100.0,
        from_px: (it.left_px as f32, it.top_px as f32),
    }
}

/// Lays another board's background, if it has one, below a fight's. The fight is open already: if the store fails, it's played without.
pub async fn carry_over(context: &PublisherContext, background: Option<Background>, to: EncounterId) {
    let Some(background) = background else { return };
    match context.store().set_background(to, background, None).await {
        Ok(()) => context.redraw(to),
        Err(error) => tracing::warn!(encounter = to, %error, "a board's background couldn't be carried over"),
    }
}
