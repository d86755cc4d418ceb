-- Pictures that people bring: battle maps below a board, and characters' portraits. None of them is part of a fight's log, which is verified
-- and replayed without them.
PRAGMA user_version = 6;

-- Each once, under the SHA-256 of its bytes in hex. They were decoded, scaled and encoded again: nothing else of an upload is kept.
CREATE TABLE pictures (
    hash  TEXT PRIMARY KEY CHECK (length(hash) = 64),
    bytes BLOB NOT NULL
) STRICT;

-- What lies below a board's grid, and how: for a fight or for a prepared encounter. Sizes are those of the picture as it was brought, since
-- whoever brought it measures there.
CREATE TABLE backgrounds (
    encounter_id      INTEGER UNIQUE REFERENCES encounters (id) ON DELETE CASCADE,
    preparation_id    INTEGER UNIQUE REFERENCES preparations (id) ON DELETE CASCADE,
    picture           TEXT    NOT NULL REFERENCES pictures (hash),
    wide_px           INTEGER NOT NULL CHECK (wide_px > 0),
    high_px           INTEGER NOT NULL CHECK (high_px > 0),
    -- A square's side in hundredths of a pixel: 30 squares on 1,000 pixels.
    square_hundredths INTEGER NOT NULL CHECK (square_hundredths > 0),
    left_px           INTEGER NOT NULL,
    top_px            INTEGER NOT NULL,
    CHECK ((encounter_id IS NULL) <> (preparation_id IS NULL))
) STRICT;

CREATE INDEX backgrounds_by_picture ON backgrounds (picture);

CREATE TABLE portraits (
    character_id INTEGER PRIMARY KEY REFERENCES characters (id) ON DELETE CASCADE,
    picture      TEXT NOT NULL REFERENCES pictures (hash)
) STRICT;

CREATE INDEX portraits_by_picture ON portraits (picture);

CREATE VIEW unused_pictures AS
SELECT hash FROM pictures
WHERE NOT EXISTS (SELECT 1 FROM backgrounds WHERE picture = hash) AND NOT EXISTS (SELECT 1 FROM portraits WHERE picture = hash);

-- A picture goes with the last that refers to it, whatever the reason: another one in its place, a deleted character.
CREATE TRIGGER background_removed AFTER DELETE ON backgrounds BEGIN
    DELETE FROM pictures WHERE hash IN (SELECT hash FROM unused_pictures WHERE hash = old.picture);
END;

CREATE TRIGGER background_replaced AFTER UPDATE OF picture ON backgrounds BEGIN
    DELETE FROM pictures WHERE hash IN (SELECT hash FROM unused_pictures WHERE hash = old.picture);
END;

CREATE TRIGGER portrait_removed AFTER DELETE ON portraits BEGIN
    DELETE FROM pictures WHERE hash IN (SELECT hash FROM unused_pictures WHERE hash = old.picture);
END;

CREATE TRIGGER portrait_replaced AFTER UPDATE OF picture ON portraits BEGIN
    DELETE FROM pictures WHERE hash IN (SELECT hash FROM unused_pictures WHERE hash = old.picture);
END;
