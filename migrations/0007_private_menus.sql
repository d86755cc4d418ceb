-- Private menus that people have open, so that a process that starts can keep them up to date. The body has Discord's token for editing the
-- menu, with which anybody could write there: a row goes when its menu closes, and otherwise within a minute after the token
-- has expired, if Umpire runs.
PRAGMA user_version = 7;

CREATE TABLE private_menus (
    encounter_id  INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    user_id       INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    body          TEXT    NOT NULL,
    PRIMARY KEY (encounter_id, user_id)
) STRICT, WITHOUT ROWID;
