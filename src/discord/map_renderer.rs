//! Renders maps: only a few at a time, one for everyone who asks for the same, with a cache of the latest. A picture takes a second of one
//! core and about twenty megabytes, so if a crowd presses "Map" at once, they can't all get their own.

use super::picture_library::PictureLibrary;
use crate::pictures::{MapPlan, PictureHash, Rasters};
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::sync::{Semaphore, watch};

/// At most this many different pictures may be waiting or in progress; further requests get only the description.
pub const WAITING_MAX: usize = 16;
/// At most this many recent pictures are cached, up to this many bytes in total.
const KEPT_MAX: usize = 16;
const KEPT_BYTES_MAX: usize = 4 << 20;

/// A picture's bytes; `None` if rendering failed, which is a bug and is logged.
pub type PictureBytes = Option<Arc<[u8]>>;

/// The renderer.
#[derive(Debug)]
pub struct MapRenderer {
    state: Mutex<State>,
    /// The pictures that people have brought.
    library: PictureLibrary,
    /// One render slot for each core.
    places: Arc<Semaphore>,
    rendered: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    under_way: Vec<UnderWay>,
    kept: VecDeque<(Arc<MapPlan>, Arc<[u8]>)>,
}

/// A picture that's being drawn, or waiting for its turn.
#[derive(Debug)]
struct UnderWay {
    plan: Arc<MapPlan>,
    done: watch::Receiver<Option<PictureBytes>>,
    /// Whether a user asked for it; a tracker's picture doesn't count towards the limit.
    is_asked_for: bool,
}

/// Too many others are waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl Default for MapRenderer {
    fn default() -> MapRenderer {
        MapRenderer::new(PictureLibrary::default())
    }
}

impl MapRenderer {
    /// A renderer that takes the pictures on its maps from here.
    pub fn new(library: PictureLibrary) -> MapRenderer {
        let places = std::thread::available_parallelism().map_or(1, usize::from);
        MapRenderer { library, ..MapRenderer::with_places(places) }
    }

    /// A renderer for this many pictures at a time, without anything that people have brought.
    pub fn with_places(places: usize) -> MapRenderer {
        MapRenderer {
            state: Mutex::default(),
            library: PictureLibrary::default(),
            places: Arc::new(Semaphore::new(places.max(1))),
            rendered: AtomicU64::new(0),
        }
    }

    /// The picture of a plan, however many are waiting: for a tracker, of which each fight has one.
    pub async fn patiently(self: &Arc<MapRenderer>, plan: &MapPlan) -> PictureBytes {
        self.draw(plan, false).await.unwrap_or(None)
    }

    /// The picture of a plan.
    ///
    /// # Errors
    /// If [`WAITING_MAX`] others are already waiting.
    pub async fn picture(self: &Arc<MapRenderer>, plan: &MapPlan) -> Result<PictureBytes, Busy> {
        self.draw(plan, true).await
    }

    /// The pixels of brought pictures.
    pub async fn rasters(&self, wanted: BTreeSet<PictureHash>) -> Rasters {
        self.library.rasters(wanted).await
    }

    /// The number of pictures rendered.
    pub fn rendered(&self) -> u64 {
        self.rendered.load(Ordering::Relaxed)
    }

    /// The number of bytes in the cache.
    pub fn kept_bytes(&self) -> usize {
        self.state().kept.iter().map(|it| it.1.len()).sum()
    }

    async fn draw(self: &Arc<MapRenderer>, plan: &MapPlan, is_asked_for: bool) -> Result<PictureBytes, Busy> {
        let mut done = {
            let mut state = self.state();
            if let Some(kept) = state.kept.iter().find(|it| *it.0 == *plan) {
                return Ok(Some(kept.1.clone()));
            }
            let asked_for = state.under_way.iter().filter(|it| it.is_asked_for).count();
            match state.under_way.iter().find(|it| *it.plan == *plan) {
                Some(same) => same.done.clone(),
                None if is_asked_for && asked_for >= WAITING_MAX => return Err(Busy),
                None => {
                    let (tell, done) = watch::channel(None);
                    let plan = Arc::new(plan.clone());
                    state.under_way.push(UnderWay { plan: plan.clone(), done: done.clone(), is_asked_for });
                    tokio::spawn(self.clone().render(plan, tell));
                    done
                }
            }
        };
        Ok(done.wait_for(Option::is_some).await.ok().and_then(|it| it.clone()).flatten())
    }

    async fn render(self: Arc<MapRenderer>, plan: Arc<MapPlan>, tell: watch::Sender<Option<PictureBytes>>) {
        let place = self.places.acquire().await;
        let (drawn, rasters) = (plan.clone(), self.library.rasters(plan.pictures()).await);
        let drawn: PictureBytes = match tokio::task::spawn_blocking(move || drawn.encoded(&rasters)).await {
            Ok(Ok(picture)) => Some(Arc::from(picture)),
            Ok(Err(error)) => {
                tracing::error!(%error, "a map couldn't be drawn");
                None
            }
            Err(panic) => {
                tracing::error!(%panic, "a map couldn't be drawn");
                None
            }
        };
        drop(place);
        self.rendered.fetch_add(1, Ordering::Relaxed);
        let mut state = self.state();
        state.under_way.retain(|it| !Arc::ptr_eq(&it.plan, &plan));
        if let Some(png) = &drawn {
            state.kept.push_back((plan, png.clone()));
            while state.kept.len() > KEPT_MAX || state.kept.iter().map(|it| it.1.len()).sum::<usize>() > KEPT_BYTES_MAX
            {
                state.kept.pop_front();
            }
        }
        drop(state);
        tell.send_replace(Some(drawn));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::view::Viewer, rules::Session, test_fight::Table};

    fn plan(number: usize) -> MapPlan {
        let mut table = Table::new("");
        table.board(&format!("zones=Gate, Yard {number}; borders=Gate-Yard {number}"));
        MapPlan::of(&table.fight.scene(Viewer::Everyone))
    }

    /// Two hundred simultaneous requests for the same picture share one, and so do later ones.
    #[tokio::test]
    async fn the_same_picture_is_rendered_once() {
        let map_renderer = Arc::new(MapRenderer::with_places(2));
        let wanted = plan(1);
        let ask = |_| {
            let (map_renderer, wanted) = (map_renderer.clone(), wanted.clone());
            tokio::spawn(async move { map_renderer.picture(&wanted).await })
        };
        let all: Vec<_> = (0..200).map(ask).collect();
        for one in all {
            assert!(one.await.expect("asked").expect("not busy").is_some());
        }
        assert!(map_renderer.picture(&wanted).await.expect("kept").is_some());
        assert_eq!(map_renderer.rendered(), 1);
    }

    /// Trackers wait alongside users and don't take up their places.
    #[tokio::test]
    async fn trackers_keep_nobody_from_asking() {
        let map_renderer = Arc::new(MapRenderer::with_places(1));
        let plans: Vec<MapPlan> = (0..WAITING_MAX + 2).map(plan).collect();
        let mut trackers = vec![];
        for plan in &plans[..=WAITING_MAX] {
            let (map_renderer, plan) = (map_renderer.clone(), plan.clone());
            trackers.push(tokio::spawn(async move { map_renderer.patiently(&plan).await }));
        }
        while map_renderer.state().under_way.len() <= WAITING_MAX && map_renderer.rendered() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(map_renderer.picture(&plans[WAITING_MAX + 1]).await.expect("there is room").is_some());
        for one in trackers {
            assert!(one.await.expect("drawn").is_some());
        }
    }

    /// Beyond the limit, requests for another picture are refused; requests for one in progress aren't, nor are trackers'.
    #[tokio::test]
    async fn a_crowd_that_wants_different_pictures_is_bounded() {
        let map_renderer = Arc::new(MapRenderer::with_places(1));
        let plans: Vec<MapPlan> = (0..WAITING_MAX + 2).map(plan).collect();
        let mut waiting = vec![];
        for plan in &plans[..WAITING_MAX] {
            let (map_renderer, plan) = (map_renderer.clone(), plan.clone());
            waiting.push(tokio::spawn(async move { map_renderer.picture(&plan).await }));
        }
        while map_renderer.state().under_way.len() < WAITING_MAX && map_renderer.rendered() == 0 {
            tokio::task::yield_now().await;
        }
        // None of them has finished: only this thread drives the tasks.
        assert_eq!(map_renderer.picture(&plans[WAITING_MAX]).await, Err(Busy));
        assert!(map_renderer.picture(&plans[0]).await.expect("shared").is_some());
        assert!(map_renderer.patiently(&plans[WAITING_MAX + 1]).await.is_some());
        for one in waiting {
            assert!(one.await.expect("asked").expect("waited").is_some());
        }
        assert!(map_renderer.state().under_way.is_empty() && map_renderer.state().kept.len() <= KEPT_MAX);
    }
}
