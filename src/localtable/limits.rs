//! Discord's limits, each with its source. "spec" is Discord's OpenAPI description of its HTTP API (v10), with the schema's name;
//! "reference" is a page of its developer documentation. Lengths are in characters.

/// Content of a message. Reference, "Message": up to 2,000 characters (the spec's 4,000 are for paying users).
pub const CONTENT: usize = 2_000;
/// Nonce of a message. Spec, `MessageCreateRequest.nonce`.
pub const NONCE: usize = 25;
/// How long a nonce is enforced, in milliseconds. Reference, "Create Message": "the past few minutes"; the number is ours.
pub const NONCE_MS: i64 = 5 * 60 * 1_000;
/// The number of nonces remembered before expired ones are forgotten.
pub const NONCES_KEPT: usize = 1_000;
/// Embeds of a message. Spec, `MessageCreateRequest.embeds`.
pub const EMBEDS: usize = 10;
/// Characters of all embeds of a message together. Reference, "Embed limits".
pub const EMBEDS_TOGETHER: usize = 6_000;
/// Title of an embed. Spec, `RichEmbed.title`.
pub const EMBED_TITLE: usize = 256;
/// Description of an embed. Spec, `RichEmbed.description`.
pub const EMBED_DESCRIPTION: usize = 4_096;
/// Fields of an embed. Spec, `RichEmbed.fields`.
pub const EMBED_FIELDS: usize = 25;
/// Name of a field. Spec, `RichEmbedField.name`.
pub const EMBED_FIELD_NAME: usize = 256;
/// Value of a field. Spec, `RichEmbedField.value`.
pub const EMBED_FIELD_VALUE: usize = 1_024;
/// Text of a footer. Spec, `RichEmbedFooter.text`.
pub const EMBED_FOOTER: usize = 2_048;
/// Name of an embed's author. Spec, `RichEmbedAuthor.name`.
pub const EMBED_AUTHOR: usize = 256;
/// A link in an embed or a button. Spec, `RichEmbed.url`, `ButtonComponentForMessageRequest.url`.
pub const URL: usize = 2_048;
/// The largest colour, white. Spec, `RichEmbed.color`.
pub const COLOUR: i64 = 0xFF_FFFF;

/// Sessions that a bot can start a day. Reference, "Gateway: Identifying"; more for large bots.
pub const SESSION_STARTS: u64 = 1_000;
/// The window of `max_concurrency`, in milliseconds. Reference, "Gateway: Max concurrency".
pub const IDENTIFY_WINDOW_MS: i64 = 5_000;

/// Rows of components of a message. Reference, "Legacy message component behavior".
pub const ROWS: usize = 5;
/// Buttons in a row. Spec, `ActionRowComponentForMessageRequest.components`.
pub const BUTTONS_IN_A_ROW: usize = 5;
/// A component's custom_id. Spec, `ButtonComponentForMessageRequest.custom_id`.
pub const CUSTOM_ID: usize = 100;
/// A button's label. Spec, `ButtonComponentForMessageRequest.label`.
pub const BUTTON_LABEL: usize = 80;
/// Options of a select, and the most values it can ask for. Spec, `StringSelectComponentForMessageRequest`.
pub const SELECT_OPTIONS: usize = 25;
/// A select's placeholder. Spec, `StringSelectComponentForMessageRequest.placeholder`.
pub const PLACEHOLDER: usize = 150;
/// Label, value and description of a select's option. Spec, `StringSelectOptionForRequest`.
pub const SELECT_OPTION_TEXT: usize = 100;

/// Title of a modal. Spec, `ModalInteractionCallbackRequestData.title`.
pub const MODAL_TITLE: usize = 45;
/// Rows of a modal. Reference, "Modal": between one and five components.
pub const MODAL_ROWS: usize = 5;
/// Label of a text input. Spec, `TextInputComponentForModalRequest.label`.
pub const INPUT_LABEL: usize = 45;
/// Placeholder of a text input. Spec, `TextInputComponentForModalRequest.placeholder`.
pub const INPUT_PLACEHOLDER: usize = 100;
/// Text in a text input. Spec, `TextInputComponentForModalRequest.max_length`.
pub const INPUT_TEXT: usize = 4_000;

/// Commands of one type and scope. Reference, "Registering a command": 100 chat commands.
pub const COMMANDS: usize = 100;
/// User or message commands. Reference, "Registering a command": 15 each since 2025.
pub const CONTEXT_COMMANDS: usize = 15;
/// Name of a command or option. Spec, `ApplicationCommandCreateRequest.name`.
pub const COMMAND_NAME: usize = 32;
/// Description of a command or option. Spec, `ApplicationCommandCreateRequest.description`.
pub const COMMAND_DESCRIPTION: usize = 100;
/// Options of a command or subcommand. Spec, `ApplicationCommandCreateRequest.options`.
pub const COMMAND_OPTIONS: usize = 25;
/// Choices of an option, and of an autocompletion. Spec, `ApplicationCommandStringOption.choices`.
pub const CHOICES: usize = 25;
/// Name of a choice. Spec, `ApplicationCommandOptionStringChoice.name`.
pub const CHOICE_NAME: usize = 100;
/// Value of a choice that is a string. Reference, "Application command option choice structure" (the spec's 6,000 are
/// looser).
pub const CHOICE_VALUE: usize = 100;
/// A string option's longest value. Spec, `ApplicationCommandStringOption.max_length`.
pub const OPTION_TEXT: i64 = 6_000;
/// Names, descriptions and choices of one command together. Reference, "Slash commands": 8,000 characters.
pub const COMMAND_TOGETHER: usize = 8_000;
/// The largest whole number that survives JavaScript; integer and number options stay inside. Reference, "Option type".
pub const SAFE_NUMBER: f64 = 9_007_199_254_740_991.0;

/// Users or roles listed in allowed_mentions. Spec, `MessageAllowedMentionsRequest`.
pub const ALLOWED_MENTIONS: usize = 100;
/// Files of a message. Spec, `MessageCreateRequest.attachments`.
pub const FILES: usize = 10;
/// Bytes of a file. Reference, "Uploading files": 10 MiB without boosts.
pub const FILE_BYTES: usize = 10 * 1024 * 1024;
/// Bytes of a file attached to a command on the page: our own limit, below Discord's, because the file travels in one frame.
pub const PAGE_FILE_BYTES: usize = 4 * 1024 * 1024;
/// The number of files attached to commands that are kept. Our own limit: Discord keeps them about as long as their URLs are valid.
pub const UPLOADS_KEPT: usize = 16;
/// A file's name. Our own limit; Discord's client accepts whatever the file system does.
pub const FILE_NAME: usize = 200;
/// Description of a file, read by screen readers. Spec, `MessageAttachmentRequest.description`.
pub const FILE_DESCRIPTION: usize = 1_024;
/// Bytes of a whole request. Reference, "Uploading files": 25 MiB.
pub const REQUEST_BYTES: usize = 25 * 1024 * 1024;

/// A channel's or thread's name. Spec, `UpdateGuildChannelRequestPartial.name`.
pub const CHANNEL_NAME: usize = 100;
/// A text channel's topic. Reference, "Modify channel": 1,024 (the spec's 4,096 are for forums).
pub const TOPIC: usize = 1_024;
/// Seconds of slow mode. Spec, `UpdateGuildChannelRequestPartial.rate_limit_per_user`.
pub const SLOW_MODE_S: i64 = 21_600;
/// Pinned messages of a channel. Reference, "JSON error codes", 30003: 250 since 2025.
pub const PINS: usize = 250;
/// Messages of one bulk deletion: from 2 to this. Reference, "Bulk delete messages".
pub const BULK_DELETE: usize = 100;
/// The maximum age of a message for a bulk deletion, in days. Reference, "Bulk delete messages".
pub const BULK_DELETE_DAYS: i64 = 14;
/// Messages of one page of history. Reference, "Get channel messages".
pub const HISTORY: usize = 100;

/// Milliseconds to the first answer of an interaction. Reference, "Responding to an interaction": 3 seconds.
pub const ACKNOWLEDGE_MS: i64 = 3_000;
/// How long an interaction's token is valid, in milliseconds. Reference, "Responding to an interaction": 15 minutes.
pub const TOKEN_MS: i64 = 15 * 60 * 1_000;
/// The age in milliseconds from which edits of a message are counted. Reference, "JSON error codes", 30046.
pub const OLD_MESSAGE_MS: i64 = 60 * 60 * 1_000;
