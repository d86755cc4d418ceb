-- What is kept between fights: parties, encounters that a GM has prepared, and what was decided about a fight's lasting effects.
PRAGMA user_version = 3;

-- Saved characters who go together. A character that is deleted leaves its parties.
CREATE TABLE parties (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    application_id INTEGER NOT NULL,
    guild_id       INTEGER NOT NULL,
    owner_id       INTEGER NOT NULL,
    system         TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    folded_name    TEXT    NOT NULL,
    created_at_ms  INTEGER NOT NULL,
    UNIQUE (application_id, guild_id, folded_name)
) STRICT;

CREATE TABLE party_members (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    party_id     INTEGER NOT NULL REFERENCES parties (id) ON DELETE CASCADE,
    character_id INTEGER NOT NULL REFERENCES characters (id) ON DELETE CASCADE,
    UNIQUE (party_id, character_id)
) STRICT;

CREATE INDEX party_members_by_character ON party_members (character_id);

-- Encounters prepared ahead of time. `opening` is what `openings.body` of the fight will be; it names who is hidden, so only its owner
-- may be told anything of it.
CREATE TABLE preparations (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    application_id INTEGER NOT NULL,
    guild_id       INTEGER NOT NULL,
    owner_id       INTEGER NOT NULL,
    system         TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    folded_name    TEXT    NOT NULL,
    opening        TEXT    NOT NULL,
    format_version INTEGER NOT NULL,
    updated_at_ms  INTEGER NOT NULL,
    UNIQUE (application_id, guild_id, owner_id, folded_name)
) STRICT;

-- What the GM decided about the lasting effects of a fight that is over: written to the saved characters, or not. A fight that is opened
-- again ends anew, at a later row; the primary key is what makes each end be settled once only.
CREATE TABLE settlements (
    encounter_id  INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    head_seq      INTEGER NOT NULL,
    written       INTEGER NOT NULL CHECK (written IN (0, 1)),
    decided_by    INTEGER NOT NULL,
    decided_at_ms INTEGER NOT NULL,
    outcome       TEXT    NOT NULL,
    PRIMARY KEY (encounter_id, head_seq)
) STRICT, WITHOUT ROWID;
