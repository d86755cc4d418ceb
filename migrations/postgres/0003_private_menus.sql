-- Private menus that people have open, so that a process that starts can keep them up to date. The body has Discord's token for editing the
-- menu, with which anybody could write there: a row goes when its menu closes, and otherwise within a minute after the token
-- has expired, if Umpire runs.
CREATE TABLE private_menus (
    encounter_id  BIGINT NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    user_id       BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    body          TEXT   NOT NULL,
    PRIMARY KEY (encounter_id, user_id)
);
