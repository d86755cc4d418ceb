//! Forecasts as they're asked for: of a live fight, or of an encounter that somebody has prepared.

use super::{AsOfRow, ForecastError, ForecastSubject};
use crate::{
    rules::{
        Session,
        session::{ForecastPlan, ForecastReport},
    },
    store::Snowflake,
    table::{Handle, Tables, live_fights::TableError},
};

impl Tables {
    /// A forecast of a fight as it is now, with all that its GM knows. It's given up if the fight goes on in the meantime.
    ///
    /// # Errors
    /// If the fight doesn't answer; or inside, why there's no forecast.
    pub async fn forecast(
        &self,
        handle: &Handle,
        plan: ForecastPlan,
    ) -> Result<Result<ForecastReport, ForecastError>, TableError> {
        let running = match self.forecasts.begin(ForecastSubject::Fight(handle.id)) {
            Ok(running) => running,
            Err(why) => return Ok(Err(why)),
        };
        let begun = handle.look(move |it| it.session().forecast(&plan).map(|run| (run, it.session().seq())));
        let (run, seq) = match begun.await? {
            Ok(begun) => begun,
            Err(why) => return Ok(Err(why.into())),
        };
        Ok(running.work_out(run, Some(AsOfRow::new(seq, handle.next_row()))).await)
    }

    /// A forecast of an encounter that somebody has prepared.
    ///
    /// # Errors
    /// Why there's none.
    pub async fn forecast_prepared(
        &self,
        person: Snowflake,
        prepared: Box<dyn Session>,
        plan: &ForecastPlan,
    ) -> Result<ForecastReport, ForecastError> {
        let running = self.forecasts.begin(ForecastSubject::PreparedBy(person))?;
        let run = prepared.forecast(plan)?;
        drop(prepared);
        running.work_out(run, None).await
    }
}
