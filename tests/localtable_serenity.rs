//! A real client at the local table: a small serenity and poise bot that registers commands, replies, defers, edits, and has buttons, a
//! select and a form. If it works there, the stand-in speaks Discord.
#![cfg(feature = "bot")]

#[path = "common/spec.rs"]
mod judge;

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serde_json::Value;
use serenity::{
    CreateActionRow, CreateAttachment, CreateAutocompleteResponse, CreateButton, CreateEmbed, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditMessage, GatewayIntents, InputTextStyle, Interaction,
};
use umpire::localtable::{
    self, LocalTable, TableSettings,
    driver::{DriveError, FirstAnswer},
};

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

/// Repeats the text.
#[poise::command(slash_command)]
async fn echo(
    ctx: Context<'_>,
    #[description = "what to say"]
    #[autocomplete = "suggest"]
    text: String,
    #[description = "how often"]
    #[min = 1]
    #[max = 3]
    times: Option<i64>,
) -> Result<(), Error> {
    ctx.say(vec![text; times.unwrap_or(1) as usize].join(" ")).await?;
    Ok(())
}

async fn suggest(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let words = ["axe", "arrow", "bow"].into_iter().filter(|word| word.starts_with(typed));
    words.fold(CreateAutocompleteResponse::new(), |response, word| response.add_string_choice(word, word))
}

/// Thinks privately, then replies and edits.
#[poise::command(slash_command)]
async fn think(ctx: Context<'_>) -> Result<(), Error> {
    ctx.defer_ephemeral().await?;
    let reply = ctx.say("a first thought").await?;
    reply.edit(ctx, poise::CreateReply::default().content("a better thought")).await?;
    Ok(())
}

/// Posts with the bot's own token: buttons, a select, an embed and a picture.
#[poise::command(slash_command)]
async fn panel(ctx: Context<'_>) -> Result<(), Error> {
    let options = vec![CreateSelectMenuOption::new("Left", "left"), CreateSelectMenuOption::new("Right", "right")];
    let rows = vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("count:0").label("Count"),
            CreateButton::new("form").label("Form"),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("side", CreateSelectMenuKind::String { options })),
    ];
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x03\x08\x02\0\0\0".to_vec();
    let message = CreateMessage::new()
        .content("panel")
        .embed(CreateEmbed::new().title("Map").image("attachment://map.png"))
        .add_file(CreateAttachment::bytes(png, "map.png"))
        .components(rows);
    ctx.channel_id().send_message(ctx.http(), message).await?;
    ctx.send(poise::CreateReply::default().content("posted").ephemeral(true)).await?;
    Ok(())
}

async fn pressed(ctx: &serenity::Context, interaction: &Interaction) -> Result<(), Error> {
    match interaction {
        Interaction::Component(press) if press.data.custom_id == "form" => {
            let input = CreateInputText::new(InputTextStyle::Short, "Name", "name").max_length(10);
            let modal = CreateModal::new("sheet", "A sheet").components(vec![CreateActionRow::InputText(input)]);
            press.create_response(ctx, CreateInteractionResponse::Modal(modal)).await?;
        }
        Interaction::Component(press) if press.data.custom_id == "side" => {
            let serenity::ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else {
                return Ok(());
            };
            let said =
                CreateInteractionResponseMessage::new().content(format!("chose {}", values.join("+"))).ephemeral(true);
            press.create_response(ctx, CreateInteractionResponse::Message(said)).await?;
        }
        Interaction::Component(press) => {
            let count: u32 = press.data.custom_id.trim_start_matches("count:").parse()?;
            let button = CreateButton::new(format!("count:{}", count + 1)).label("Count");
            let row = CreateActionRow::Buttons(vec![button, CreateButton::new("form").label("Form")]);
            let update =
                CreateInteractionResponseMessage::new().content(format!("count {}", count + 1)).components(vec![row]);
            press.create_response(ctx, CreateInteractionResponse::UpdateMessage(update)).await?;
        }
        Interaction::Modal(sent) => {
            let serenity::ActionRowComponent::InputText(input) = &sent.data.components[0].components[0] else {
                return Ok(());
            };
            let said = format!("hello {}", input.value.clone().unwrap_or_default());
            sent.create_response(ctx, CreateInteractionResponse::Acknowledge).await?;
            let message = sent.message.clone().ok_or("no message")?;
            message.channel_id.edit_message(ctx, message.id, EditMessage::new().content(said)).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Starts the bot with a table.
async fn start(table: &LocalTable) -> Arc<serenity::ShardManager> {
    let http = serenity::HttpBuilder::new(table.bot_token()).proxy(table.base_url()).ratelimiter_disabled(true).build();
    let guild = serenity::GuildId::new(table.guild_id().0);
    let options = poise::FrameworkOptions {
        commands: vec![echo(), think(), panel()],
        event_handler: |ctx, event| {
            Box::pin(async move {
                if let serenity::FullEvent::InteractionCreate { interaction } = event {
                    pressed(ctx.serenity_context, interaction).await?;
                }
                Ok(())
            })
        },
        ..Default::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .setup(move |ctx, _, framework| {
            Box::pin(async move {
                poise::builtins::register_in_guild(ctx, &framework.options().commands, guild).await?;
                Ok(())
            })
        })
        .build();
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
    let mut client =
        serenity::ClientBuilder::new_with_http(http, intents).framework(framework).await.expect("a client");
    let shards = client.shard_manager.clone();
    tokio::spawn(async move { client.start().await.expect("the bot runs") });
    table.bot_is_ready().await.expect("ready");
    shards
}

fn says(text: &'static str) -> impl Fn(&Value) -> bool {
    move |message| message["content"] == text
}

/// A bot's whole day: commands with options and suggestions, deferral, buttons, a select, a form, an edit by token.
#[tokio::test]
async fn a_poise_bot_plays_at_the_table() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    let shards = start(&table).await;
    let mut ana = table.seat("Ana").expect("a seat");
    let bob = table.seat("Bob").expect("a seat");

    assert_eq!(ana.command("echo", &[("text", "hey"), ("times", "2")]).await.expect("echo"), FirstAnswer::Done);
    bob.sees("the echo", says("hey hey")).await.expect("everyone sees it");
    let choices = ana.autocomplete("echo", &[], ("text", "a")).await.expect("suggestions");
    assert_eq!(
        choices.iter().map(|choice| choice["name"].as_str().unwrap_or("")).collect::<Vec<_>>(),
        ["axe", "arrow"]
    );
    let refused = ana.command("echo", &[("text", "hey"), ("times", "4")]).await;
    assert!(matches!(refused, Err(DriveError::Refused(reason)) if reason == "times must be at most 3."));

    assert_eq!(ana.command("think", &[]).await.expect("think"), FirstAnswer::Thinking);
    let thought =
        ana.sees("the edited follow-up", says("a better thought")).await.expect("it stands in place of thinking");
    assert_eq!((thought["flags"].as_u64(), &thought["ephemeral"]), (Some(64), &Value::Bool(true)));
    assert!(bob.messages().iter().all(|message| message["ephemeral"] == false), "nobody else sees it");

    ana.command("panel", &[]).await.expect("panel");
    let panel = ana.sees("the panel", says("panel")).await.expect("posted by token");
    assert_eq!(panel["embeds"][0]["image"]["width"], 2);
    assert_eq!(ana.choose(&panel, &["Right"]).await.expect("choose"), FirstAnswer::Done);
    ana.sees("the choice", says("chose right")).await.expect("answered");
    assert_eq!(ana.press(&panel, "Count").await.expect("press"), FirstAnswer::Done);
    let counted = bob.sees("the update", says("count 1")).await.expect("updated in place");
    assert_eq!(counted["id"], panel["id"]);
    let FirstAnswer::Modal(modal) = ana.press(&counted, "Form").await.expect("press") else { panic!("no form") };
    let refused = ana.submit(&modal, &[("Name", "far too long a name")]).await;
    assert!(matches!(refused, Err(DriveError::Refused(reason)) if reason == "Name can have at most 10 characters."));
    assert_eq!(ana.submit(&modal, &[("Name", "Sybilla")]).await.expect("submit"), FirstAnswer::Done);
    bob.sees("the form's answer", says("hello Sybilla")).await.expect("edited by token");

    shards.shutdown_all().await;
    table.bot_online(false).await.expect("it hangs up");
    judge::judge(&table);
}

/// After an abrupt drop, after op 7 and after a closing code the bot resumes and misses nothing; after op 9 it starts from scratch.
#[tokio::test]
async fn a_serenity_bot_comes_back() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    let shards = start(&table).await;
    let mut ana = table.seat("Ana").expect("a seat");
    for disturb in
        [LocalTable::drop_gateway, LocalTable::ask_to_reconnect, |table: &LocalTable| table.close_gateway(4000)]
    {
        disturb(&table);
        assert_eq!(
            ana.command("echo", &[("text", "again")]).await.expect("replayed after the resumption"),
            FirstAnswer::Done
        );
    }
    table.invalidate_sessions(1);
    table.drop_gateway();
    table.bot_online(false).await.expect("gone");
    table.bot_online(true).await.expect("back");
    assert_eq!(ana.command("echo", &[("text", "anew")]).await.expect("a new session"), FirstAnswer::Done);
    judge::judge(&table);
    shards.shutdown_all().await;
}
