//! Suggestions while somebody types. They all come from the engine and are for that user: combatants hidden from them are never named, and
//! whatever is suggested for an action is what its rules would accept now.

mod params;
mod suggestion;
mod umpire;

use super::{
    context::{Context, context_of, suggestion_span},
    option_values::SeatChange,
};
use crate::{
    config::PaceName,
    discord::{
        app_context::AppContext,
        character_file::Language,
        interaction_context::InteractionContext,
        limits::{AUTOCOMPLETE_CHOICES_MAX, CHOICE_NAME_MAX},
        parties::{keeps, members, named},
        prepared_encounters,
        ready_made::{foes_first, heroes_first},
        saved_characters,
        system_choice::{judge, system_here},
        text,
    },
    engine::{CombatantId, fight_state::Shown, partial_action::PartialAction, playing::Style},
    rules::{ParamView, System, spelling::folded},
    table::{
        Caller, Command, EncounterService, group_orders,
        option_values::{FixedChoice, TurnChange},
    },
};
use poise::serenity_prelude::{
    AutocompleteChoice, CommandDataOption, CommandDataOptionValue, CreateAutocompleteResponse,
};
use tracing::Instrument as _;

pub use suggestion::Suggestion;

/// Answers an autocomplete interaction: one function for every option of every command.
pub async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    completed(ctx, typed).instrument(suggestion_span(ctx)).await
}

async fn completed(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let server = ctx.guild_id().map(|it| it.get());
    let typed = folded(typed);
    let all = match ctx.data().admission().admit(server) {
        Ok(_inside) if ctx.data().throttle().may_be_suggested(ctx.author().id.get()) => {
            suggestions(ctx, typed.clone()).await.unwrap_or_default()
        }
        _ => vec![],
    };
    let starts = |it: &&Suggestion| it.begins_with(&typed);
    let holds = |it: &&Suggestion| !starts(it) && it.holds(&typed);
    let fit = all.iter().filter(starts).chain(all.iter().filter(holds));
    let choices = fit
        // A shortened value would mean nothing.
        .filter(|it| !it.value.is_empty() && crate::discord::limits::length(&it.value) <= CHOICE_NAME_MAX)
        .take(AUTOCOMPLETE_CHOICES_MAX)
        .map(|it| AutocompleteChoice::new(text::label(&it.label, CHOICE_NAME_MAX), it.value.clone()))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

async fn suggestions(ctx: Context<'_>, typed: String) -> Option<Vec<Suggestion>> {
    let poise::Context::Application(asked) = ctx else { return None };
    let app = ctx.data();
    let context = context_of(ctx)?;
    let command = typed_so_far(&asked.command().qualified_name, &asked.interaction.data.options);
    let field = asked.interaction.data.autocomplete()?.name.to_owned();
    match (command.path.as_str(), field.as_str()) {
        (_, "system") => Some(System::ALL.iter().map(|it| Suggestion::plain(it.name())).collect()),
        ("encounter start" | "encounter open", "gm") => {
            Some(vec![Suggestion::plain("umpire"), Suggestion::plain("me")])
        }
        ("encounter forecast", "style") => Some(Style::WORDS.map(Suggestion::plain).to_vec()),
        (_, "pace") => Some(PaceName::WORDS.map(|it| Suggestion::plain(it.1)).to_vec()),
        ("character export", "format") => Some(values_of::<Language>()),
        ("character create", "template") => {
            let system = system_here(app, &context, command.get("system")).await.ok()?;
            Some(heroes_first(judge(system).ok()?.as_ref()).into_iter().map(Suggestion::plain).collect())
        }
        ("rule", "rule") => {
            let here = app.table_in(context.channel_id).is_some();
            if here || command.get("system").is_some() {
                let system = system_here(app, &context, command.get("system")).await.ok()?;
                return Some(rules(&judge(system).ok()?.rules()));
            }
            let all = System::ALL.into_iter().filter_map(|it| Some((it, judge(it).ok()?.rules())));
            let named = |(system, of): (System, Vec<crate::engine::ruleset::Citation>)| {
                let own = rules(&of).into_iter();
                own.map(|it| Suggestion { label: format!("{}: {}", system.name(), it.label), ..it }).collect::<Vec<_>>()
            };
            Some(all.flat_map(named).collect())
        }
        ("encounter start" | "encounter prepare", "options") => {
            let system = system_here(app, &context, command.get("system")).await.ok()?;
            Some(options(&judge(system).ok()?.option_fields(), asked.interaction.data.autocomplete()?.value))
        }
        _ => kept(app, &context, command, (&field, typed)).await,
    }
}

/// What's kept between fights: characters, parties, prepared encounters. The rest is suggested by the fight.
async fn kept(
    app: &AppContext,
    context: &InteractionContext,
    command: Command,
    (field, typed): (&str, String),
) -> Option<Vec<Suggestion>> {
    let noted = |all: Vec<saved_characters::SavedCharacter>| {
        Some(all.into_iter().map(|it| Suggestion::noted(it.name, &it.system)).collect())
    };
    match (command.path.as_str(), field) {
        ("character edit", "field") => {
            let it = saved_characters::own(app, context, command.get("name")?).await.ok()?;
            Some(it.fields.into_iter().map(|(name, value)| Suggestion::noted(name, &value)).collect())
        }
        (
            "character show" | "character edit" | "character export" | "character portrait" | "character delete",
            "name",
        ) => noted(saved_characters::all(app, context).await.ok()?),
        ("rest", "kind") => {
            let all = saved_characters::kinds_of_rest(&resters(app, context).await?);
            Some(all.into_iter().map(|(name, sentence)| Suggestion::noted(name, sentence)).collect())
        }
        ("rest", "party") | ("party add" | "party remove" | "encounter forecast", "party") => {
            parties(app, context).await
        }
        ("party show" | "party delete" | "party join", "name") => parties(app, context).await,
        ("party remove", "character") => {
            let party = named(app, context, command.get("party")?).await.ok()?;
            let all = members(app, context, &party).await.ok()?;
            Some(all.into_iter().map(|it| Suggestion::plain(it.name)).collect())
        }
        ("rest", "name") | ("party add", "character") => noted(resters(app, context).await?),
        ("encounter open" | "encounter list" | "encounter delete" | "encounter save", "name")
        | ("encounter forecast", "encounter") => {
            let all = prepared_encounters::own(app, context).await.ok()?;
            Some(all.into_iter().map(|it| Suggestion::noted(it.name, &it.system)).collect())
        }
        _ => fight(app, context, command, (field, typed)).await,
    }
}

/// The suggestions from this channel's fight; when joining, the user's own characters come first.
async fn fight(
    app: &AppContext,
    context: &InteractionContext,
    command: Command,
    (field, typed): (&str, String),
) -> Option<Vec<Suggestion>> {
    let own = match (command.path.as_str(), field) {
        ("join", "name") => {
            saved_characters::all(app, context).await.ok()?.into_iter().map(|it| Suggestion::plain(it.name)).collect()
        }
        _ => vec![],
    };
    let caller = app.caller(context).await;
    let handle = app.table_in(context.channel_id)?;
    let field = field.to_owned();
    let mut found =
        handle.look(move |service| at_the_table(service, &caller, &command, (&field, &typed))).await.ok()?;
    found.splice(0..0, own);
    Some(found)
}

/// The values of an option with a fixed list.
fn values_of<C: FixedChoice>() -> Vec<Suggestion> {
    C::names().into_iter().map(Suggestion::plain).collect()
}

/// The characters that the user may rest: their own, or everybody's if they run games here.
async fn resters(app: &AppContext, context: &InteractionContext) -> Option<Vec<saved_characters::SavedCharacter>> {
    match keeps(app, context).await {
        true => saved_characters::everybodys(app, context).await.ok(),
        false => saved_characters::all(app, context).await.ok(),
    }
}

async fn parties(app: &AppContext, context: &InteractionContext) -> Option<Vec<Suggestion>> {
    let guild = context.guild_id.unwrap_or(0);
    let all = app.store().parties(app.application_id(), guild).await.ok()?;
    Some(all.into_iter().map(|it| Suggestion::noted(it.name, &it.system)).collect())
}

/// The fight's suggestions for an option, given the folded text typed so far. Some may not match that text: the caller filters them.
pub fn at_the_table(
    service: &EncounterService,
    caller: &Caller,
    command: &Command,
    (field, typed): (&str, &str),
) -> Vec<Suggestion> {
    let session = service.session();
    let viewer = service.viewer(caller);
    // Fields come with their values, and answers with what a foe could do: users who may not use the command see none of it.
    if command.path.starts_with("gm ") && !service.actor(caller).is_gm() {
        return vec![];
    }
    let plain = |all: Vec<String>| all.into_iter().map(Suggestion::plain).collect::<Vec<_>>();
    let names = || session.names(viewer).into_iter().map(|it| Suggestion::plain(it.name)).collect::<Vec<_>>();
    match (command.path.as_str(), field) {
        (path, "as") => own(service, caller, path),
        ("act", "what") => match service.acting(caller, command) {
            Ok(who) if !session.takes_actions(viewer) => plain(instants(service, who)),
            Ok(who) => session
                .verbs(viewer, who)
                .iter()
                .map(|it| Suggestion {
                    label: format!("{} \u{2014} {}", it.label, it.blurb),
                    value: it.label.to_owned(),
                })
                .collect(),
            Err(_) => vec![],
        },
        ("gm seat", "what") => values_of::<SeatChange>(),
        ("gm reveal", "show") => values_of::<Shown>(),
        ("gm turn", "what") => values_of::<TurnChange>(),
        ("gm autopilot" | "gm group", "who") => umpire::could_play(service),
        ("gm group", "what") => group_orders::WORDS.map(Suggestion::plain).to_vec(),
        ("gm group", "target") => names(),
        ("gm autopilot" | "autopilot", "style") | ("gm add", "autopilot") => umpire::styles(),
        ("gm chase", "speed") => ["faster", "slower", "as they run"].map(Suggestion::plain).to_vec(),
        ("attack" | "act" | "move" | "say" | "end", slot) => params::of(service, caller, command, (slot, typed)),
        ("sight", "from" | "to") => names(),
        (_, "side") => session.sides().into_iter().map(|it| Suggestion::plain(it.name.to_string())).collect(),
        ("join", "name") => vec![],
        ("gm option", "name") => {
            session.option_fields().into_iter().map(|(name, value)| Suggestion::noted(name, &value)).collect()
        }
        ("gm answer", "choice") => answers(service, caller, command.get("name")),
        ("gm answer", "name") => {
            let open = service.scene(viewer).prompts.into_iter().filter(|it| !it.answered);
            open.map(|it| Suggestion::plain(it.to_name)).collect()
        }
        (_, "name") => names(),
        ("join", "template") => plain(heroes_first(session)),
        (_, "template") => plain(foes_first(session)),
        (_, "at") => plain(session.places()),
        (_, "condition") => session.condition_menu().into_iter().map(Suggestion::plain).collect(),
        (_, "order") => session.order_menu().into_iter().map(Suggestion::plain).collect(),
        (_, "rule") => rules(&session.rules()),
        (_, "field") => fields(service, caller, command),
        _ => vec![],
    }
}

/// The commands in which a combatant acts.
const ACTING: [&str; 5] = ["attack", "act", "move", "say", "end"];

/// The user's own combatants, those who can act now first; for an action, only those who could take it.
fn own(service: &EncounterService, caller: &Caller, path: &str) -> Vec<Suggestion> {
    let viewer = service.viewer(caller);
    let gm = service.actor(caller).is_gm();
    let may_act = service.scene(viewer).may_act;
    let mut own: Vec<_> = service.session().names(viewer);
    own.retain(|it| it.player == Some(caller.seat) || it.owner == Some(caller.seat) || (gm && it.player.is_none()));
    if ACTING.contains(&path) {
        let session = service.session();
        let verb = session.verb_meant(path);
        let open = |who, verb: &str| match session.param(viewer, who, &PartialAction::of(verb)) {
            Ok(ParamView::Choose { candidates, .. }) => !candidates.is_empty(),
            Ok(ParamView::Write { .. } | ParamView::Done(())) => true,
            Err(_) => false,
        };
        let listed = |who, verb: &str| session.verbs(viewer, who).iter().any(|it| it.name == verb);
        let could = |who| match (path, verb) {
            // While somebody is asked, whoever could interject may act.
            ("act", _) if !session.takes_actions(viewer) => !instants(service, who).is_empty(),
            _ if !session.takes_actions(viewer) => false,
            ("act", _) => may_act.contains(&who) || !session.verbs(viewer, who).is_empty(),
            // Ending a turn late is no mistake, but isn't suggested.
            ("end", Some(verb)) => open(who, verb) && (may_act.contains(&who) || listed(who, verb)),
            (_, Some(verb)) => open(who, verb),
            (_, None) => false,
        };
        own.retain(|it| could(it.id));
    }
    own.sort_by_key(|it| !may_act.contains(&it.id));
    let note = |id: &CombatantId| if may_act.contains(id) { "can act now" } else { "" };
    own.iter().map(|it| Suggestion::noted(it.name.clone(), note(&it.id))).collect()
}

/// What somebody could interject while others are asked.
fn instants(service: &EncounterService, who: CombatantId) -> Vec<String> {
    if service.session().paused() { vec![] } else { service.session().instants(who) }
}

fn answers(service: &EncounterService, caller: &Caller, name: Option<&str>) -> Vec<Suggestion> {
    if service.session().paused() {
        return vec![];
    }
    let open = service.scene(service.viewer(caller)).prompts.into_iter().filter(|it| !it.answered);
    let meant = |to_name: &str| name.is_none_or(|name| to_name.to_lowercase().starts_with(&name.to_lowercase()));
    let mut all: Vec<Suggestion> = vec![];
    for label in open.filter(|it| meant(&it.to_name)).flat_map(|it| it.labels) {
        let it = Suggestion::plain(label);
        if !all.contains(&it) {
            all.push(it);
        }
    }
    all
}

fn fields(service: &EncounterService, caller: &Caller, command: &Command) -> Vec<Suggestion> {
    let viewer = service.viewer(caller);
    let Some(who) = command.get("name").and_then(|name| service.session().find(viewer, name).ok()) else {
        return vec![];
    };
    let scene = service.scene(viewer);
    let vitals =
        scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.id == who).flat_map(|it| it.vitals.clone());
    let mut all: Vec<Suggestion> = vec![];
    for (name, value) in vitals.chain(service.session().sheet_fields(who)) {
        if !name.is_empty() && !all.iter().any(|it| it.value == name) {
            all.push(Suggestion::noted(name, &value));
        }
    }
    all
}

/// How `options:` may continue: what has been typed, if it's complete, and then each further option as it would be typed, with its usual
/// value and, if that's "on" or "off", with the other one.
fn options(all: &[(String, String)], typed: &str) -> Vec<Suggestion> {
    let last = words(typed).last().copied().unwrap_or_default();
    let is_whole = all
        .iter()
        .any(|(name, _)| last.strip_prefix(name.as_str()).is_some_and(|it| it.len() > 1 && it.starts_with('=')));
    let is_open = last.matches('"').count() % 2 == 1;
    let before = typed.strip_suffix(last).unwrap_or(typed);
    let mut found = vec![];
    if is_whole && !is_open && before != typed {
        found.push(Suggestion::noted(typed, "as typed"));
        found.extend(further(all, &format!("{typed} ")));
    }
    found.splice(0..0, further(all, before).into_iter().filter(|it| it.value != typed));
    found
}

/// Each option that isn't yet in `before`, appended to it.
fn further(all: &[(String, String)], before: &str) -> Vec<Suggestion> {
    let is_new = |name: &str| !words(before).iter().any(|it| it.split('=').next() == Some(name));
    let mut found = vec![];
    for (name, usual) in all.iter().filter(|it| is_new(&it.0)) {
        let one = |value: &str, note: &str| {
            let quoted = if value.contains(' ') { format!("{name}=\"{value}\"") } else { format!("{name}={value}") };
            Suggestion::noted(format!("{before}{quoted}"), note)
        };
        found.push(one(usual, "the default"));
        match usual.as_str() {
            "on" => found.push(one("off", "")),
            "off" => found.push(one("on", "")),
            _ => {}
        }
    }
    found
}

/// The words of a line; spaces within quotation marks don't separate.
fn words(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let parts = move |it: char| {
        quoted ^= it == '"';
        it == ' ' && !quoted
    };
    line.split(parts).filter(|it| !it.is_empty()).collect()
}

fn rules(all: &[crate::engine::ruleset::Citation]) -> Vec<Suggestion> {
    let one = |it: &crate::engine::ruleset::Citation| Suggestion {
        label: format!("{} {} \u{2014} {}", it.number, it.title, it.sentence),
        value: format!("{} {}", it.number, it.title),
    };
    all.iter().map(one).collect()
}

/// The command as typed so far.
fn typed_so_far(path: &str, options: &[CommandDataOption]) -> Command {
    let mut command = Command::new(path, &[]);
    let mut inner = options;
    while let [
        CommandDataOption {
            value: CommandDataOptionValue::SubCommand(below) | CommandDataOptionValue::SubCommandGroup(below),
            ..
        },
    ] = inner
    {
        inner = below;
    }
    for option in inner {
        let value = match &option.value {
            CommandDataOptionValue::String(text) => text.clone(),
            CommandDataOptionValue::Integer(number) => number.to_string(),
            CommandDataOptionValue::Boolean(yes) => yes.to_string(),
            CommandDataOptionValue::User(id) => id.to_string(),
            _ => continue,
        };
        command.options.push((option.name.clone(), value));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::Seat,
        rules::{Newcomer, Request},
        store::MemoryStore,
        table::{InputOrigin, NewFight},
    };
    use std::sync::Arc;

    const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
    const ANA: Caller = Caller { seat: Seat(10), has_gm_role: false };

    /// A fight of Ingenuity that has begun: Ana with a club, next to an ally and a foe.
    async fn service() -> EncounterService {
        let new = NewFight {
            application_id: 1,
            guild_id: Some(1),
            channel_id: 1,
            system: System::Ingenuity,
            name: "suggested".to_owned(),
            options: vec![],
            gm: GM.seat,
        };
        let join = |name: &str, side: &str, owner| {
            let fields = [("weapons", "club"), ("maneuvers", "Riposte, Stunning Strike")];
            let fields = fields.map(|it| (it.0.to_owned(), it.1.to_owned())).to_vec();
            let (name, side) = (name.to_owned(), Some(side.to_owned()));
            Request::Join(Newcomer { name, side, owner, fields, count: 1, ..Newcomer::default() })
        };
        let sides = ["Heroes", "Foes"].map(|name| Request::Side { name: name.to_owned() });
        let people =
            [join("Ana", "Heroes", Some(ANA.seat)), join("Bea", "Heroes", Some(Seat(11))), join("Orc", "Foes", None)];
        let laid: Vec<Request> = sides.into_iter().chain(people).collect();
        let mut service =
            EncounterService::open(Arc::new(MemoryStore::new()), new, [3; 32], &laid, 0).await.expect("opened");
        let begin = Command::new("encounter begin", &[]);
        service.command(&GM, &begin, InputOrigin::default(), 0).await.expect("it begins");
        service
    }

    fn suggested(service: &EncounterService, typed: &[(&str, &str)], field: &str) -> Vec<String> {
        let all = at_the_table(service, &ANA, &Command::new("act", typed), (field, ""));
        all.into_iter().map(|it| it.value).collect()
    }

    /// If what was typed can't be done, nothing is suggested after it, since it would be refused; whatever is suggested is accepted.
    #[tokio::test]
    async fn what_is_suggested_after_what_was_typed_is_accepted() {
        let mut service = service().await;
        let after = |how| [("what", "Maneuver"), ("how", how), ("target", "Orc")];
        assert_eq!(suggested(&service, &after("Riposte"), "with"), [""; 0], "a riposte is a reaction");
        assert_eq!(suggested(&service, &after("Grapple"), "with"), [""; 0], "one grapples with nothing");
        assert_eq!(suggested(&service, &after("Stunning Strike"), "with"), ["club", "bare hands"]);
        assert_eq!(
            suggested(&service, &[("what", "Maneuver"), ("how", "Grapple")], "target"),
            ["Orc"],
            "no ally unasked"
        );
        let all = [("what", "Maneuver"), ("how", "Stunning Strike"), ("target", "Orc"), ("with", "club")];
        service.command(&ANA, &Command::new("act", &all), InputOrigin::default(), 0).await.expect("it was suggested");
    }

    /// R16: attacking an ally by name is possible, and the user is asked to confirm.
    #[tokio::test]
    async fn a_blow_at_an_ally_is_asked_about_once_more() {
        let mut service = service().await;
        let blow = |target| Command::new("attack", &[("target", target)]);
        assert_eq!(service.warning(&ANA, &blow("Orc")), None);
        assert_eq!(service.warning(&ANA, &blow("Bea")).as_deref(), Some("Bea is on your own side."));
        service.command(&ANA, &blow("Bea"), InputOrigin::default(), 0).await.expect("it is possible");
    }

    /// Options after what has been typed, each with its usual value; what's already typed stays and is never suggested again.
    #[test]
    fn options_go_on_from_what_has_been_typed() {
        let all =
            [("chaos", "off"), ("sides", "Heroes vs Foes"), ("size", "9")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let values = |typed: &str| -> Vec<String> {
            let fits = |it: &Suggestion| it.value.to_lowercase().starts_with(typed.trim());
            options(&all, typed).into_iter().filter(fits).map(|it| it.value).collect()
        };
        assert_eq!(values(""), ["chaos=off", "chaos=on", "sides=\"Heroes vs Foes\"", "size=9"]);
        assert_eq!(values("si"), ["sides=\"Heroes vs Foes\"", "size=9"]);
        assert_eq!(
            values("chaos=o"),
            ["chaos=off", "chaos=on", "chaos=o", "chaos=o sides=\"Heroes vs Foes\"", "chaos=o size=9"]
        );
        assert_eq!(values("chaos=on"), ["chaos=on", "chaos=on sides=\"Heroes vs Foes\"", "chaos=on size=9"]);
        assert_eq!(values("chaos=on si"), ["chaos=on sides=\"Heroes vs Foes\"", "chaos=on size=9"]);
        assert_eq!(values("chaos=on size=12"), ["chaos=on size=12", "chaos=on size=12 sides=\"Heroes vs Foes\""]);
        assert_eq!(values("sides=\"a vs b\" c"), ["sides=\"a vs b\" chaos=off", "sides=\"a vs b\" chaos=on"]);
        assert_eq!(values("sides=\"a vs"), Vec::<String>::new(), "inside a quotation nothing is known");
    }
}
