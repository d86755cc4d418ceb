//! Discord's limits as named constants, each with its source, and the one way we count characters. Nothing is cut here: whoever has a text
//! that's too long splits, pages or refuses it.
//!
//! Sources: *spec* is Discord's OpenAPI description (`discord-api-spec`), *docs* its developer documentation.

/// Characters of a message's content. Docs, "Create Message"; the spec's 4000 applies only to accounts that aren't bots.
pub const CONTENT_MAX: usize = 2000;
/// Embeds in one message. Spec, `MessageCreateRequest.embeds`.
pub const EMBEDS_MAX: usize = 10;
/// Characters over all embeds of one message, titles, descriptions, field names and values, footers and authors. Docs, "Embed Limits".
pub const EMBEDS_TOTAL_MAX: usize = 6000;
/// Characters of an embed's title. Spec, `RichEmbed.title`.
pub const EMBED_TITLE_MAX: usize = 256;
/// Characters of an embed's description. Spec, `RichEmbed.description`.
pub const EMBED_DESCRIPTION_MAX: usize = 4096;
/// Fields of an embed. Spec, `RichEmbed.fields`.
pub const EMBED_FIELDS_MAX: usize = 25;
/// Characters of a field's name; it may not be empty. Spec, `RichEmbedField.name`.
pub const FIELD_NAME_MAX: usize = 256;
/// Characters of a field's value; it may not be empty. Spec, `RichEmbedField.value`.
pub const FIELD_VALUE_MAX: usize = 1024;
/// Characters of an embed's footer. Spec, `RichEmbedFooter.text`.
pub const FOOTER_MAX: usize = 2048;
/// Characters of an embed's author. Spec, `RichEmbedAuthor.name`.
pub const AUTHOR_MAX: usize = 256;
/// The largest colour. Spec, `RichEmbed.color`.
pub const COLOUR_MAX: u32 = 0xFF_FF_FF;
/// Rows of components in one message. Docs, "Action Row".
pub const ROWS_MAX: usize = 5;
/// Buttons in one row; a select menu has a row to itself. Spec, `ActionRowComponentForMessageRequest.components`; docs, "Action Row".
pub const ROW_BUTTONS_MAX: usize = 5;
/// Characters of a custom_id, at least 1, and no two alike in a message. Spec, `ButtonComponentForMessageRequest.custom_id`.
pub const CUSTOM_ID_MAX: usize = 100;
/// Characters of a button's label. Spec, `ButtonComponentForMessageRequest.label`.
pub const BUTTON_LABEL_MAX: usize = 80;
/// Characters of a link button's address. Spec, `ButtonComponentForMessageRequest.url`.
pub const BUTTON_URL_MAX: usize = 512;
/// Options of a select menu, at least 1. Spec, `StringSelectComponentForMessageRequest.options`.
pub const SELECT_OPTIONS_MAX: usize = 25;
/// Characters of a select menu's placeholder. Spec, `StringSelectComponentForMessageRequest.placeholder`.
pub const SELECT_PLACEHOLDER_MAX: usize = 150;
/// Characters of a select option's label. Spec, `StringSelectOptionForRequest.label`.
pub const OPTION_LABEL_MAX: usize = 100;
/// Characters of a select option's value. Spec, `StringSelectOptionForRequest.value`.
pub const OPTION_VALUE_MAX: usize = 100;
/// Characters of a select option's description. Spec, `StringSelectOptionForRequest.description`.
pub const OPTION_DESCRIPTION_MAX: usize = 100;
/// Attachments of one message. Spec, `MessageCreateRequest.attachments`.
pub const ATTACHMENTS_MAX: usize = 10;
/// Characters of an attachment's description (what a screen reader says). Spec, `MessageAttachmentRequest.description`.
pub const ATTACHMENT_DESCRIPTION_MAX: usize = 1024;
/// Bytes of one uploaded file unless boosts or the interaction allow more. Docs, "Uploading Files".
pub const ATTACHMENT_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Characters of a nonce. Spec, `MessageCreateRequest.nonce`.
pub const NONCE_MAX: usize = 25;
/// Characters of a modal's title. Docs, "Modal".
pub const MODAL_TITLE_MAX: usize = 45;
/// Characters of a text input's label. Docs, "Text Input".
pub const INPUT_LABEL_MAX: usize = 45;
/// Characters of a text input's placeholder. Docs, "Text Input".
pub const INPUT_PLACEHOLDER_MAX: usize = 100;
/// Characters typed into a text input. Docs, "Text Input".
pub const INPUT_VALUE_MAX: usize = 4000;
/// Choices of an autocomplete answer. Spec, `ApplicationCommandAutocompleteCallbackRequest`.
pub const AUTOCOMPLETE_CHOICES_MAX: usize = 25;
/// Characters of a choice's name, and of its value if it is a text. Docs, "Application Command Option Choice".
pub const CHOICE_NAME_MAX: usize = 100;

/// The length of a text for every limit in this file: in UTF-16 code units. Discord's documentation says "characters"; its API seems to
/// count code points, but its clients and some error messages count UTF-16. UTF-16 is never the smaller of the two, so a text that fits by
/// this measure fits by both, and a character outside the basic plane (an emoji) merely counts as two.
#[must_use]
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Like [`length`], for one character.
#[must_use]
pub fn width(character: char) -> usize {
    character.len_utf16()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that fits by our measure also fits by code points, and an emoji counts as two.
    #[test]
    fn our_measure_is_the_stricter_one() {
        assert_eq!(length("Sybilla"), 7);
        assert_eq!(length("\u{1F5E1}"), 2);
        for text in ["", "é", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "𝔘"] {
            assert!(length(text) >= text.chars().count());
        }
    }
}
