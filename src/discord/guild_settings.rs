//! A server's own settings: the GM role, who may start fights, whether the chaos of combat may delete players' messages, whether its fights
//! are in plain text, and the pace. Also each person's setting for plain text. They're stored, and cached once read. Permission to change
//! them is checked by the callers.

use super::{app_error::AppError, pings_wanted::Pings};
use crate::{
    config::PaceName,
    pictures::Theme,
    store::{SettingNews, Snowflake, Store, StoreError},
};
use dashmap::DashMap;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// One server's settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuildSettings {
    /// Anyone who has this role is a GM of every fight.
    pub gm_role: Option<Snowflake>,
    /// Only members with this role may start fights; everyone who may write, if `None`.
    pub starter_role: Option<Snowflake>,
    /// An administrator has agreed that players' messages may be deleted in the chaos of combat.
    pub chaos_consent: bool,
    /// The first fight has been explained.
    pub explained: bool,
    /// Whether its fights are in plain text by default.
    pub is_plain: bool,
    /// The pace its fights begin with; the program's default if `None`.
    pub pace: Option<PaceName>,
    /// What its players are pinged for who haven't chosen it themselves.
    pub pings: Pings,
    /// How its pictures look: maps, forecasts and accounts.
    pub theme: Theme,
}

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuildSetting {
    /// See [`GuildSettings::gm_role`].
    GmRole(Option<Snowflake>),
    /// See [`GuildSettings::starter_role`].
    StarterRole(Option<Snowflake>),
    /// See [`GuildSettings::chaos_consent`].
    ChaosConsent(bool),
    /// See [`GuildSettings::explained`].
    Explained,
    /// See [`GuildSettings::is_plain`].
    Plain(bool),
    /// See [`GuildSettings::pace`].
    Pace(Option<PaceName>),
    /// See [`GuildSettings::pings`].
    Pings(Pings),
    /// See [`GuildSettings::theme`].
    Theme(Theme),
}

/// Every server's settings, loaded as needed.
pub struct GuildSettingsCache {
    application_id: Snowflake,
    store: Arc<dyn Store>,
    known: DashMap<Snowflake, GuildSettings>,
    /// Whether a person's private replies are in plain text.
    plain_people: DashMap<Snowflake, bool>,
    /// What a person has chosen to be pinged for.
    pinged_people: DashMap<Snowflake, Option<Pings>>,
    /// How a person wants private maps.
    themed_people: DashMap<Snowflake, Option<Theme>>,
    /// How many changes have been heard of: what was being read at one may be from before it.
    changes: AtomicU64,
}

impl GuildSettingsCache {
    /// The settings of this application's servers, as stored.
    pub fn new(application_id: Snowflake, store: Arc<dyn Store>) -> GuildSettingsCache {
        GuildSettingsCache {
            application_id,
            store,
            known: DashMap::new(),
            plain_people: DashMap::new(),
            pinged_people: DashMap::new(),
            themed_people: DashMap::new(),
            changes: AtomicU64::new(0),
        }
    }

    /// What's known of somebody, or what's read now, which is known from then on.
    async fn looked_up<T: Copy>(
        &self,
        known: &DashMap<Snowflake, T>,
        id: Snowflake,
        read: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if let Some(known) = known.get(&id) {
            return Ok(*known);
        }
        let before = self.changes.load(Ordering::SeqCst);
        let value = read.await?;
        self.keep(known, (id, value), before);
        Ok(value)
    }

    /// Keeps a value, unless a change was heard of since this many: it's read again then, when it's needed.
    fn keep<T>(&self, known: &DashMap<Snowflake, T>, (id, value): (Snowflake, T), before: u64) {
        let entry = known.entry(id);
        // While the entry is held, nobody who hears of a change removes it: they count first.
        if self.changes.load(Ordering::SeqCst) == before {
            entry.insert(value);
        } else {
            drop(entry);
            known.remove(&id);
        }
    }

    /// A server's settings; the defaults in direct messages. If the store fails, the defaults apply this once: they give nobody more
    /// rights.
    pub async fn of(&self, guild: Option<Snowflake>) -> GuildSettings {
        let Some(guild) = guild else { return GuildSettings::default() };
        self.looked_up(&self.known, guild, self.read(guild)).await.unwrap_or_else(|error| {
            tracing::error!(guild, %error, "a server's settings can't be read");
            GuildSettings::default()
        })
    }

    async fn read(&self, guild: Snowflake) -> Result<GuildSettings, StoreError> {
        let rows = self.store.settings(self.application_id, &scope(guild)).await?;
        let read = |key: &str| rows.iter().find(|it| it.0 == key).and_then(|it| serde_json::from_str(&it.1).ok());
        let number = |key: &str| read(key).and_then(|it: serde_json::Value| it.as_u64());
        let yes = |key: &str| read(key).is_some_and(|it: serde_json::Value| it == true);
        Ok(GuildSettings {
            gm_role: number("gm_role"),
            starter_role: number("starter_role"),
            chaos_consent: yes("chaos_consent"),
            explained: yes("explained"),
            is_plain: yes("text"),
            pace: read("pace").and_then(|it| PaceName::named(it.as_str()?)),
            pings: read("pings").and_then(|it| Pings::named(it.as_str()?)).unwrap_or_default(),
            theme: read("maps").and_then(|it| Theme::named(it.as_str()?)).unwrap_or_default(),
        })
    }

    /// Changes a setting.
    ///
    /// # Errors
    /// If the store fails; then nothing changes.
    pub async fn settle(&self, guild: Snowflake, custom: GuildSetting) -> Result<GuildSettings, AppError> {
        let before = self.changes.load(Ordering::SeqCst);
        let mut guild_settings = self.of(Some(guild)).await;
        let number = |it: Option<Snowflake>| serde_json::to_string(&it).expect("a number is JSON");
        let (key, value) = match custom {
            GuildSetting::GmRole(role) => ("gm_role", number(role)),
            GuildSetting::StarterRole(role) => ("starter_role", number(role)),
            GuildSetting::ChaosConsent(yes) => ("chaos_consent", yes.to_string()),
            GuildSetting::Explained => ("explained", "true".to_owned()),
            GuildSetting::Plain(yes) => ("text", yes.to_string()),
            GuildSetting::Pace(pace) => {
                let name = pace.map(PaceName::name);
                ("pace", serde_json::to_string(&name).expect("a word is JSON"))
            }
            GuildSetting::Pings(pings) => ("pings", serde_json::to_string(pings.name()).expect("a word is JSON")),
            GuildSetting::Theme(theme) => ("maps", serde_json::to_string(theme.name()).expect("a word is JSON")),
        };
        self.store.set_setting(self.application_id, &scope(guild), key, &value).await?;
        match custom {
            GuildSetting::GmRole(role) => guild_settings.gm_role = role,
            GuildSetting::StarterRole(role) => guild_settings.starter_role = role,
            GuildSetting::ChaosConsent(yes) => guild_settings.chaos_consent = yes,
            GuildSetting::Explained => guild_settings.explained = true,
            GuildSetting::Plain(yes) => guild_settings.is_plain = yes,
            GuildSetting::Pace(pace) => guild_settings.pace = pace,
            GuildSetting::Pings(pings) => guild_settings.pings = pings,
            GuildSetting::Theme(theme) => guild_settings.theme = theme,
        }
        self.keep(&self.known, (guild, guild_settings), before);
        Ok(guild_settings)
    }

    /// Whether a person's private replies are in plain text. If the store fails, the answer is no, this once.
    pub async fn is_plain_for(&self, person: Snowflake) -> bool {
        let read = async {
            let kept = self.store.setting(self.application_id, &scope_of(person), "text").await?;
            Ok(kept.as_deref() == Some("true"))
        };
        self.looked_up(&self.plain_people, person, read).await.unwrap_or_else(|error| {
            tracing::error!(person, %error, "a user's preferences can't be read");
            false
        })
    }

    /// Sets whether a person's private replies are in plain text.
    ///
    /// # Errors
    /// If the store fails; then nothing changes.
    pub async fn settle_plain_for(&self, person: Snowflake, plain: bool) -> Result<(), AppError> {
        let before = self.changes.load(Ordering::SeqCst);
        self.store.set_setting(self.application_id, &scope_of(person), "text", &plain.to_string()).await?;
        self.keep(&self.plain_people, (person, plain), before);
        Ok(())
    }
}

impl GuildSettingsCache {
    /// What a person has chosen to be pinged for; `None` if the server decides. If the store fails, it does, this once.
    pub async fn pings_chosen_by(&self, person: Snowflake) -> Option<Pings> {
        self.chosen_by(person, &self.pinged_people, ("pings", Pings::named)).await
    }

    /// What a person has chosen under a key; `None` if they haven't, or if the store fails.
    async fn chosen_by<T: Copy>(
        &self,
        person: Snowflake,
        known: &DashMap<Snowflake, Option<T>>,
        (key, named): (&str, fn(&str) -> Option<T>),
    ) -> Option<T> {
        let read = async {
            let kept = self.store.setting(self.application_id, &scope_of(person), key).await?;
            Ok(kept.as_deref().and_then(named))
        };
        self.looked_up(known, person, read).await.unwrap_or_else(|error| {
            tracing::error!(person, %error, "a user's preferences can't be read");
            None
        })
    }

    /// Sets what a person is pinged for.
    ///
    /// # Errors
    /// If the store fails; then nothing changes.
    pub async fn settle_pings_for(&self, person: Snowflake, pings: Pings) -> Result<(), AppError> {
        let before = self.changes.load(Ordering::SeqCst);
        self.store.set_setting(self.application_id, &scope_of(person), "pings", pings.name()).await?;
        self.keep(&self.pinged_people, (person, Some(pings)), before);
        Ok(())
    }

    /// How a person sees private maps: as they've chosen, otherwise as the server's are. If the store fails, like those, this once.
    pub async fn theme_for(&self, person: Snowflake, guild: Option<Snowflake>) -> Theme {
        match self.chosen_by(person, &self.themed_people, ("maps", Theme::named)).await {
            Some(theme) => theme,
            None => self.of(guild).await.theme,
        }
    }

    /// Sets how a person sees private maps.
    ///
    /// # Errors
    /// If the store fails; then nothing changes.
    pub async fn settle_theme_for(&self, person: Snowflake, theme: Theme) -> Result<(), AppError> {
        let before = self.changes.load(Ordering::SeqCst);
        self.store.set_setting(self.application_id, &scope_of(person), "maps", theme.name()).await?;
        self.keep(&self.themed_people, (person, Some(theme)), before);
        Ok(())
    }

    /// Those of these people who don't want to be pinged for this on a server.
    pub async fn unpinged(&self, guild: Option<Snowflake>, people: &[Snowflake], what: Pings) -> Vec<Snowflake> {
        let usual = self.of(guild).await.pings;
        let mut unpinged = vec![];
        for person in people {
            if !self.pings_chosen_by(*person).await.unwrap_or(usual).includes(what) {
                unpinged.push(*person);
            }
        }
        unpinged
    }
}

impl GuildSettingsCache {
    /// A person's settings were deleted from the store.
    pub fn forget_person(&self, person: Snowflake) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.plain_people.remove(&person);
        self.pinged_people.remove(&person);
        self.themed_people.remove(&person);
    }

    /// A server's settings were.
    pub fn forget_server(&self, guild: Snowflake) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.known.remove(&guild);
    }

    /// Some process has changed something: what was read of it is read again when it's needed.
    pub fn heard(&self, news: &SettingNews) {
        match news {
            SettingNews::Changed { application, scope } if *application == self.application_id => {
                let id = |kind: &str| scope.strip_prefix(kind).and_then(|it| it.parse().ok());
                id("user:").into_iter().for_each(|it| self.forget_person(it));
                id("guild:").into_iter().for_each(|it| self.forget_server(it));
            }
            SettingNews::Changed { .. } => {}
            SettingNews::Missed => {
                self.changes.fetch_add(1, Ordering::SeqCst);
                self.known.clear();
                self.plain_people.clear();
                self.pinged_people.clear();
                self.themed_people.clear();
            }
        }
    }
}

/// The scope of a person's own settings.
pub fn scope_of(person: Snowflake) -> String {
    format!("user:{person}")
}

/// The scope of a server's settings.
pub fn scope(guild: Snowflake) -> String {
    format!("guild:{guild}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    const GUILD: Snowflake = 9;

    /// What was read before a change, and comes after the news of it, isn't kept: neither a server's settings nor a person's; nor is what this
    /// process has settled meanwhile, since it knows nothing of the other change.
    #[tokio::test]
    async fn what_is_older_than_the_news_is_not_kept() {
        let store = Arc::new(MemoryStore::new());
        let cache = GuildSettingsCache::new(7, store.clone());
        let change = async |scope: &str| {
            store.set_setting(7, scope, "text", "true").await.expect("set");
            cache.heard(&SettingNews::Changed { application: 7, scope: scope.to_owned() });
        };
        let read = async {
            let before = cache.read(GUILD).await;
            change("guild:9").await;
            before
        };
        assert!(!cache.looked_up(&cache.known, GUILD, read).await.expect("read").is_plain, "what it was then");
        assert!(cache.of(Some(GUILD)).await.is_plain, "what it is now");

        let read = async {
            change("user:5").await;
            Ok(false)
        };
        assert!(!cache.looked_up(&cache.plain_people, 5, read).await.expect("read"));
        assert!(cache.is_plain_for(5).await);
        let read = async {
            store.set_setting(7, "user:6", "text", "true").await.expect("set");
            cache.heard(&SettingNews::Missed);
            Ok(false)
        };
        assert!(!cache.looked_up(&cache.plain_people, 6, read).await.expect("read"));
        assert!(cache.is_plain_for(6).await);

        let before = cache.changes.load(Ordering::SeqCst);
        change("user:8").await;
        cache.keep(&cache.plain_people, (8, false), before);
        assert!(cache.is_plain_for(8).await);
    }
}
