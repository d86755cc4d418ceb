-- The first tables of Umpire's database.
--
-- What a fight is: an opening, and the rows accepted since. Nothing in `log` is ever changed or deleted; an undo is a row of its own.
-- Bodies, openings, payloads and sheets are JSON written by the layers above; this schema does not look inside them.
-- Discord's ids (snowflakes) are 64-bit and stored as signed integers with the same bits. Times are milliseconds since 1970.

-- "UMPR": says that this file is Umpire's and no other program's. `user_version` is the number of the last migration.
PRAGMA application_id = 1431130194;
PRAGMA user_version = 1;

-- One line per fact about the database itself. `format_version` is the highest version of the JSON formats that a build which opened this
-- file could have written; an older build refuses the file instead of misreading it.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (key, value) VALUES ('format_version', '1');

-- One row per fight. Kept small, because every accepted action rewrites it: the opening and the seeds have tables of their own.
CREATE TABLE encounters (
    -- Never used again, even after a deletion: buttons in old messages carry it.
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Only the application that began a fight re-arms it.
    application_id INTEGER NOT NULL,
    guild_id       INTEGER,
    channel_id     INTEGER NOT NULL,
    system         TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    created_at_ms  INTEGER NOT NULL,
    status         TEXT    NOT NULL CHECK (status IN ('gathering', 'fighting', 'paused', 'over', 'faulted')),
    format_version INTEGER NOT NULL,
    -- The seq of the last row in `log`; 0 while there is only the opening. An append must continue exactly here.
    head_seq       INTEGER NOT NULL DEFAULT 0
) STRICT;

-- One fight per channel or thread. This index also finds a channel's fight.
CREATE UNIQUE INDEX one_open_encounter_per_channel ON encounters (application_id, channel_id) WHERE status <> 'over';
CREATE INDEX encounters_by_channel ON encounters (application_id, channel_id, id);

-- The value of the fight at seq 0.
CREATE TABLE openings (
    encounter_id INTEGER PRIMARY KEY REFERENCES encounters (id) ON DELETE CASCADE,
    body         TEXT    NOT NULL
) STRICT;

-- The secret seeds of the dice. A fight has one, and another for each time it was reopened after its seed had been shown; `from_seq` is the
-- last row decided without it. Only the dice layer reads `seed`; `commitment` is the SHA-256 of the seed in hex and public.
CREATE TABLE seeds (
    encounter_id INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    from_seq     INTEGER NOT NULL,
    seed         BLOB    NOT NULL CHECK (length(seed) = 32),
    commitment   TEXT    NOT NULL CHECK (length(commitment) = 64),
    PRIMARY KEY (encounter_id, from_seq)
) STRICT, WITHOUT ROWID;

-- One accepted input is one row.
CREATE TABLE log (
    id             INTEGER PRIMARY KEY,
    encounter_id   INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq            INTEGER NOT NULL CHECK (seq > 0),
    at_ms          INTEGER NOT NULL,
    actor          TEXT    NOT NULL,
    -- The Discord interaction that caused the row. Unique, so that a click delivered twice counts once.
    interaction_id INTEGER,
    body           TEXT    NOT NULL,
    format_version INTEGER NOT NULL,
    UNIQUE (encounter_id, seq)
) STRICT;

CREATE UNIQUE INDEX one_row_per_interaction ON log (interaction_id) WHERE interaction_id IS NOT NULL;

-- Messages that Discord must get, written in the transaction of the rows that they tell of. The nonce is sent to Discord, which refuses to
-- make two messages of it; so a row may be sent again after a crash.
CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    encounter_id  INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    seq           INTEGER NOT NULL,
    kind          TEXT    NOT NULL,
    slot          TEXT    NOT NULL,
    channel_id    INTEGER NOT NULL,
    nonce         TEXT    NOT NULL UNIQUE,
    payload       TEXT    NOT NULL,
    state         TEXT    NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sent', 'dropped')),
    message_id    INTEGER,
    attempts      INTEGER NOT NULL DEFAULT 0,
    -- Why the last attempt failed, or why the message was dropped.
    note          TEXT,
    created_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX outbox_due ON outbox (id) WHERE state = 'due';
CREATE INDEX outbox_by_encounter ON outbox (encounter_id);

-- Which message of Discord's shows which part of a fight.
CREATE TABLE messages (
    encounter_id  INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    slot          TEXT    NOT NULL,
    channel_id    INTEGER NOT NULL,
    message_id    INTEGER NOT NULL,
    -- Discord limits edits of messages older than an hour, so the age matters.
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (encounter_id, slot)
) STRICT, WITHOUT ROWID;

-- Saved characters. guild_id 0 holds those made in direct messages.
CREATE TABLE characters (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    application_id INTEGER NOT NULL,
    guild_id       INTEGER NOT NULL,
    owner_id       INTEGER NOT NULL,
    system         TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    -- The name in lower case, by Unicode's rules: SQLite's own NOCASE knows only ASCII.
    folded_name    TEXT    NOT NULL,
    sheet          TEXT    NOT NULL,
    updated_at_ms  INTEGER NOT NULL,
    UNIQUE (application_id, guild_id, owner_id, system, folded_name)
) STRICT;

-- What a server, a channel or a person has configured; `scope` is "guild:123", "channel:7" or "user:5".
CREATE TABLE settings (
    application_id INTEGER NOT NULL,
    scope          TEXT    NOT NULL,
    key            TEXT    NOT NULL,
    value          TEXT    NOT NULL,
    PRIMARY KEY (application_id, scope, key)
) STRICT, WITHOUT ROWID;
