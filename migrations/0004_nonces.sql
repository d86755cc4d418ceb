-- Nonces. Discord remembers the nonce of a message for some minutes, per author and in all channels: sent again, it makes no second message
-- but answers with the first, or "Unknown Message" once that is deleted. So no two messages may ever share one, while a message that may
-- have been sent before a crash is sent again under its own. A nonce is made from the salt, the fight, the slot and the slot's counter.
PRAGMA user_version = 4;

-- Another one in every database, so that a fresh one, whose fights begin at 1 again, repeats no nonce of the one before.
INSERT INTO meta (key, value) VALUES ('nonce_salt', lower(hex(randomblob(16))));

-- How many nonces a slot has used up: one with every message that is noted for it, forgotten, or found to be gone. It outlives the message.
CREATE TABLE nonces (
    encounter_id INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    slot         TEXT    NOT NULL,
    used         INTEGER NOT NULL,
    PRIMARY KEY (encounter_id, slot)
) STRICT, WITHOUT ROWID;
