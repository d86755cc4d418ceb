-- Who is who in a fight's log. The log's chain, and every file made of it, names people by a number of that fight alone; the rows of the log
-- have their ids in the chat. To forget somebody, the rows get the number in the id's place, and so does `person_id` here. Fights opened before
-- this table have nobody in it: their chains contain the ids.
PRAGMA user_version = 5;

CREATE TABLE fight_people (
    encounter_id INTEGER NOT NULL REFERENCES encounters (id) ON DELETE CASCADE,
    person_id    INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    PRIMARY KEY (encounter_id, person_id),
    UNIQUE (encounter_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX fight_people_by_person ON fight_people (person_id);

-- What a person owns is found without reading everybody's.
CREATE INDEX characters_by_owner ON characters (application_id, owner_id);
CREATE INDEX parties_by_owner ON parties (application_id, owner_id);
CREATE INDEX preparations_by_owner ON preparations (application_id, owner_id);
