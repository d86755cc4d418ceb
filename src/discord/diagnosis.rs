//! What Discord says about a bot that doesn't work as it should: its token, its application's settings, its permissions and the clock. It asks
//! and changes nothing, and it never repeats the token.

use super::{
    bot_permissions::{self, ChannelContext, Need, When, missing},
    clock_skew::ClockSkew,
    gateway_for_bots::GatewayForBots,
    startup::{Opening, StartError},
    traffic::Traffic,
};
use crate::{
    config::{ApiBase, ShardRange},
    rules::wording,
    table::Clock,
    telemetry::Secret,
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// How long Discord may make us wait in total (429).
const PATIENCE: Duration = Duration::from_secs(10);
/// The most servers whose permissions are told one by one.
const SERVERS_TOLD: usize = 20;
/// The most servers looked at, 200 with each request.
const SERVERS_MAX: usize = 20_000;
/// Connections that should be left for today; each start of the bot takes one.
const FEW_STARTS: u64 = 50;
/// The privileged intents: an application's flags, with or without Discord's approval. Docs, "Application Flags".
const PRIVILEGED: [(u64, &str); 3] =
    [(1 << 12 | 1 << 13, "Presence"), (1 << 14 | 1 << 15, "Server Members"), (1 << 18 | 1 << 19, "Message Content")];

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gravity {
    /// It's as it should be.
    Fine,
    /// Worth knowing; people can play.
    Note,
    /// Something doesn't work.
    Wrong,
}

/// One thing that was looked at, in sentences: how it is and, if it isn't fine, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub gravity: Gravity,
    /// The sentences.
    pub text: String,
}

impl Finding {
    /// It's as it should be.
    pub fn fine(text: impl Into<String>) -> Finding {
        Finding { gravity: Gravity::Fine, text: text.into() }
    }

    /// Worth knowing.
    pub fn note(text: impl Into<String>) -> Finding {
        Finding { gravity: Gravity::Note, text: text.into() }
    }

    /// Something doesn't work.
    pub fn wrong(text: impl Into<String>) -> Finding {
        Finding { gravity: Gravity::Wrong, text: text.into() }
    }
}

/// The bot that's looked at.
#[derive(Clone, Copy)]
pub struct DiagnosedBot<'a> {
    /// The address of Discord's API.
    pub api: &'a ApiBase,
    /// Its token.
    pub token: &'a Secret,
    /// Where it receives interactions over HTTP, if it does.
    pub interactions_listen: Option<&'a str>,
    /// Its connections to the gateway; all that Discord recommends if `None`.
    pub shards: Option<ShardRange>,
}

/// Asks Discord about this bot. Ends with the first request that fails, since those that follow would fail as well.
pub async fn discord(bot: &DiagnosedBot<'_>, clock: Arc<dyn Clock>) -> Vec<Finding> {
    let mut findings = vec![];
    let skew = ClockSkew::of(clock.clone());
    if let Err(why) = asked(bot, clock, &skew, &mut findings).await {
        findings.push(Finding::wrong(in_words(&why)));
    }
    findings.extend(clock_finding(&skew));
    findings
}

async fn asked(
    bot: &DiagnosedBot<'_>,
    clock: Arc<dyn Clock>,
    skew: &ClockSkew,
    findings: &mut Vec<Finding>,
) -> Result<(), StartError> {
    let DiagnosedBot { api, token, interactions_listen, shards } = *bot;
    let (client, traffic) = (api.client()?, Traffic::new(Arc::default(), clock));
    let mut opening = Opening::new(&client, api, token, (&traffic, skew))?.patient_for(PATIENCE);
    opening.gateway().await?;
    findings.push(Finding::fine(format!("Discord's API answers at {api}.")));
    let mut not_passed_on = None;
    let application = match opening.application().await {
        Err(why @ StartError::NotPassedOn { .. }) => {
            not_passed_on = Some(why);
            opening.known_application().await?
        }
        application => application?,
    };
    let name = application["name"].as_str().unwrap_or("without a name");
    findings.push(Finding::fine(format!("The token is valid; it belongs to the application {name:?}.")));
    match not_passed_on {
        Some(why) => findings.push(Finding::note(format!(
            "{why}, so whether the application's intents are right, and where it sends commands and presses, can't be seen. Ask Discord itself once: without UMPIRE_DISCORD_API and the setting api."
        ))),
        None => {
            findings.extend(endpoint_finding(&application, interactions_listen));
            findings.extend(application_findings(&application));
        }
    }
    findings.extend(connection_findings(&opening.gateway_for_bots().await?, shards));
    let (mut servers, mut are_all) = (vec![], false);
    while servers.len() < SERVERS_MAX && !are_all {
        match opening.servers_after(servers.last()).await? {
            Some(next) => servers.extend(next),
            None => are_all = true,
        }
    }
    findings.extend(server_findings(&servers, are_all, id_of(&application)));
    findings.extend(proxy_finding(api, opening.has_seen_limits()));
    Ok(())
}

/// What a host should do about it.
fn in_words(why: &StartError) -> String {
    let advice = match why {
        StartError::Unauthorised => {
            " Press Reset Token on the application's Bot page in Discord's developer portal, and put the new one where the old one is."
        }
        StartError::Unreachable(_) | StartError::Client(_) => {
            " Check this machine's network and its firewall, and that UMPIRE_DISCORD_API, if it's set, is right."
        }
        StartError::Token(_) => " Copy it again from Discord's developer portal.",
        StartError::NotPassedOn { .. } => " Use a proxy that knows it.",
        StartError::Discord(_) | StartError::Store(_) | StartError::Interactions { .. } => {
            " Try again in a few minutes."
        }
    };
    format!("{}.{advice}", why.to_string().trim_end_matches(['.', '?']))
}

/// What another server than Discord itself means; nothing for Discord.
fn proxy_finding(api: &ApiBase, passes_limits: bool) -> Option<Finding> {
    if api.is_discord() {
        return None;
    }
    let mut text = format!("Umpire talks to {api} rather than to Discord itself, and gives it the bot's token.");
    if api.is_in_the_clear() {
        text += " It does so over http: whoever can listen on the way reads the token, too.";
    }
    text += match passes_limits {
        true => " It passes on Discord's rate limits, by which Umpire paces itself.",
        false => " It doesn't pass on Discord's rate limits, so keeping to them is left to it.",
    };
    Some(Finding::note(text))
}

/// Whether commands and presses arrive where Umpire waits for them; nothing if that's the gateway, as usual.
fn endpoint_finding(application: &Value, listen: Option<&str>) -> Option<Finding> {
    const FIELD: &str = "\"Interactions Endpoint URL\" on the application's General Information page";
    const SETTING: &str = "interactions_listen under [discord]";
    let url = application["interactions_endpoint_url"].as_str().filter(|it| !it.is_empty());
    Some(match (url, listen) {
        (None, None) => return None,
        (Some(url), None) => Finding::wrong(format!(
            "Discord sends this application's commands and presses to {url} and not over the gateway, so Umpire hears nothing. Empty {FIELD}, or let Umpire receive them: {SETTING}."
        )),
        (None, Some(listen)) => Finding::note(format!(
            "Umpire would receive commands and presses over HTTP at {listen}, but Discord sends them over the gateway, which works as well. To change that, fill in {FIELD}; otherwise empty {SETTING}."
        )),
        (Some(url), Some(listen)) => Finding::fine(format!(
            "Discord sends commands and presses to {url}; what's there must pass them on to {listen}, where Umpire receives them."
        )),
    })
}

/// Settings of the application that keep the bot from working, or that it doesn't need.
fn application_findings(application: &Value) -> Vec<Finding> {
    let mut findings = vec![];
    if application["bot_require_code_grant"] == true {
        findings.push(Finding::wrong(
            "\"Requires OAuth2 Code Grant\" is on, so the invite link doesn't work. Turn it off on the application's Bot page.",
        ));
    }
    let flags = application["flags"].as_u64().unwrap_or(0);
    let needless: Vec<String> = PRIVILEGED.iter().filter(|it| flags & it.0 != 0).map(|it| it.1.to_owned()).collect();
    findings.push(match needless.is_empty() {
        true => Finding::fine("The intents are right: Umpire needs none of the privileged ones, and none is on."),
        false => Finding::note(format!(
            "The privileged intent {} is on, and Umpire doesn't need it. Turn it off on the application's Bot page.",
            wording::list(&needless)
        )),
    });
    findings
}

/// Whether the bot makes as many connections as it should, and may still make them today. Docs, "Session Start Limit Object".
fn connection_findings(gateway: &Value, configured: Option<ShardRange>) -> Vec<Finding> {
    let told = GatewayForBots::read(gateway);
    let mut findings = vec![];
    if let Some(shards) = configured.filter(|it| it.total() < told.shards) {
        findings.push(Finding::note(format!(
            "Discord recommends {} shards for this bot, and Umpire counts {}. Beyond 2,500 servers a shard Discord refuses the connection: stop all processes, and start them with the new number.",
            told.shards,
            shards.total()
        )));
    }
    let limit = &gateway["session_start_limit"];
    let Some(left) = limit["remaining"].as_u64() else { return findings };
    let sessions = configured.map_or(told.shards, ShardRange::count);
    let minutes = limit["reset_after"].as_u64().unwrap_or(0).div_ceil(60_000);
    let text = format!("Umpire may connect to Discord {left} more times in the next {minutes} minutes");
    findings.push(match told.wait_for(sessions) {
        Some(_) => Finding::wrong(format!(
            "{text}. It starts {sessions} of them only if some are left after that, so if it were started now, it would wait until then. Find out from its log why it started so often."
        )),
        None if left < FEW_STARTS.max(u64::from(sessions)) => {
            Finding::note(format!("{text}. That's few: find out from its log why it started so often."))
        }
        None => Finding::fine(format!("{text}.")),
    });
    findings
}

fn id_of(application: &Value) -> u64 {
    application["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0)
}

/// What's missing in each server, or in the first that were looked at. A channel can still take away more.
fn server_findings(servers: &[Value], are_all: bool, application: u64) -> Vec<Finding> {
    let invite = bot_permissions::invite_url(application);
    if servers.is_empty() {
        return vec![Finding::note(format!("Umpire isn't in any server yet. This link lets it into one: {invite}"))];
    }
    let lacking: Vec<Finding> = servers.iter().filter_map(server_finding).collect();
    let told = lacking.len().min(SERVERS_TOLD);
    let looked_at = match (servers.len(), are_all) {
        (all, true) => format!("{all} servers"),
        (some, false) => format!("the first {some} servers; it's in more"),
    };
    let mut findings = vec![match lacking.len() {
        0 => {
            Finding::fine(format!("Umpire has every permission it asks for, as far as roles give them ({looked_at})."))
        }
        some => Finding::note(format!(
            "Umpire lacks permissions in {some} of its servers ({looked_at}). Someone who manages them can grant these to its role, or invite it again: {invite}"
        )),
    }];
    let more = lacking.len() - told;
    findings.extend(lacking.into_iter().take(told));
    if more > 0 {
        findings.push(Finding::note(format!("And in {more} more servers.")));
    }
    findings
}

fn server_finding(server: &Value) -> Option<Finding> {
    let bits = server["permissions"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0);
    let everywhere = [(false, false), (true, true)]
        .map(|(is_thread, is_chaos)| missing(bits, ChannelContext { is_thread, is_chaos }));
    let mut lacking: Vec<&Need> = vec![];
    for need in everywhere.into_iter().flatten() {
        if !lacking.contains(&need) {
            lacking.push(need);
        }
    }
    if lacking.is_empty() {
        return None;
    }
    let names: Vec<String> = lacking.iter().map(|it| it.name.to_owned()).collect();
    let losses: Vec<&str> = lacking.iter().map(|it| it.without_it).collect();
    let name = server["name"].as_str().unwrap_or_default();
    let text = format!("In {name:?} Umpire lacks {}. {}", wording::list(&names), losses.join(" "));
    // Without these nothing can be shown at all.
    let is_mute = lacking.iter().any(|it| it.when == When::Always && it.bit <= 1 << 11);
    Some(if is_mute { Finding::wrong(text) } else { Finding::note(text) })
}

/// How far this machine's clock is from Discord's; nothing if Discord didn't say.
fn clock_finding(skew: &ClockSkew) -> Option<Finding> {
    let ahead_ms = -skew.known_ms()?;
    let seconds = format!("{:.1} s", ahead_ms.unsigned_abs() as f64 / 1_000.0);
    Some(match ahead_ms {
        0 => Finding::fine("This machine's clock agrees with Discord's to the second."),
        _ => Finding::wrong(format!(
            "This machine's clock is at least {seconds} {} Discord's, so people see wrong times. Set it: turn NTP on (`timedatectl set-ntp true`).",
            if ahead_ms > 0 { "ahead of" } else { "behind" }
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A setting that keeps commands away from the bot is wrong, one that it doesn't need is noted, and each says what to do.
    #[test]
    fn an_applications_settings_are_judged() {
        let found = |it: Value| application_findings(&it);
        assert_eq!(found(json!({ "flags": 0 }))[0].gravity, Gravity::Fine);
        let all = found(json!({ "flags": 1 << 19 | 1 << 14, "bot_require_code_grant": true }));
        let gravities: Vec<Gravity> = all.iter().map(|it| it.gravity).collect();
        assert_eq!(gravities, [Gravity::Wrong, Gravity::Note]);
        assert!(all[1].text.contains("Server Members and Message Content"), "{}", all[1].text);
    }

    /// Another server than Discord is noted, with who can read the token.
    #[test]
    fn another_server_is_noted() {
        let found =
            |api: &str, limits| proxy_finding(&ApiBase::parse_trusted(api).expect(api), limits).map(|it| it.text);
        assert_eq!(found("https://discord.com", true), None);
        let told = found("https://proxy.example", true).expect("a note");
        assert!(told.contains("https://proxy.example") && told.contains("It passes on"), "{told}");
        assert!(!told.contains("over http"), "{told}");
        let told = found("http://proxy", false).expect("a note");
        assert!(told.contains("over http") && told.contains("doesn't pass on"), "{told}");
    }

    /// Commands that go where nobody waits for them are wrong; waiting where none come is worth knowing.
    #[test]
    fn commands_must_go_where_they_are_received() {
        let found = |url: Option<&str>, listen| endpoint_finding(&json!({ "interactions_endpoint_url": url }), listen);
        let (url, listen) = (Some("https://x.example/i"), Some("127.0.0.1:9465"));
        assert_eq!(found(None, None), None);
        let gravity = |it: Option<Finding>| it.map(|it| it.gravity);
        assert_eq!(gravity(found(url, None)), Some(Gravity::Wrong));
        assert_eq!(gravity(found(None, listen)), Some(Gravity::Note));
        let fine = found(url, listen).expect("a finding");
        assert!(fine.gravity == Gravity::Fine && fine.text.contains("https://x.example/i"), "{}", fine.text);
        assert!(fine.text.contains("127.0.0.1:9465"), "{}", fine.text);
    }

    /// Where a start would wait, that's wrong; a bot that has started often is told, and one that counts too few shards, too.
    #[test]
    fn connections_are_counted() {
        let of = |remaining: u64, recommended: u64, configured: Option<&str>| {
            let limit = json!({ "remaining": remaining, "reset_after": 3_600_000 });
            let shards = configured.map(|it| ShardRange::parse(it).expect("shards"));
            connection_findings(&json!({ "shards": recommended, "session_start_limit": limit }), shards)
        };
        let gravities = |it: Vec<Finding>| it.iter().map(|it| it.gravity).collect::<Vec<_>>();
        for (remaining, recommended, configured, wanted) in [
            (1_000, 1, None, Gravity::Fine),
            (49, 1, None, Gravity::Note),
            (21, 1, None, Gravity::Note),
            (20, 1, None, Gravity::Wrong),
            (119, 100, None, Gravity::Wrong),
            (119, 100, Some("0-49/100"), Gravity::Fine),
        ] {
            assert_eq!(gravities(of(remaining, recommended, configured)), [wanted], "{remaining} for {recommended}");
        }
        let few = of(1_000, 3, Some("0-1/2"));
        assert!(few[0].gravity == Gravity::Note && few[0].text.contains("recommends 3 shards"), "{few:?}");
        assert_eq!(gravities(connection_findings(&json!({ "shards": 1 }), None)), [], "it doesn't say");
    }

    /// Each server's missing permissions are named with what is lost; beyond twenty they're counted.
    #[test]
    fn servers_are_told_one_by_one_up_to_a_limit() {
        let server = |bits: u64| json!({ "name": "Den", "permissions": bits.to_string() });
        let whole = bot_permissions::invite_bits();
        assert_eq!(server_findings(&[server(whole), server(1 << 3)], true, 7)[0].gravity, Gravity::Fine);
        let found = server_findings(&[server(whole), server(whole - (1 << 13)), server(0)], true, 7);
        let gravities: Vec<Gravity> = found.iter().map(|it| it.gravity).collect();
        assert_eq!(gravities, [Gravity::Note, Gravity::Note, Gravity::Wrong]);
        assert!(found[1].text.starts_with("In \"Den\" Umpire lacks Manage Messages. Players"), "{}", found[1].text);
        let many: Vec<Value> = (0..50).map(|_| server(whole - (1 << 15))).collect();
        let found = server_findings(&many, true, 7);
        assert_eq!((found.len(), found[21].text.as_str()), (22, "And in 30 more servers."));
        let first = &server_findings(&[server(whole), server(whole)], false, 7)[0].text;
        assert!(first.contains("(the first 2 servers; it's in more)"), "{first}");
        assert!(server_findings(&[], true, 7)[0].text.contains("client_id=7"));
    }
}
