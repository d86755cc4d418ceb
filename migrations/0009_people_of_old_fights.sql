-- Who is who in fights from before `fight_people`, so that somebody's fights are found without reading logs. Their chains have ids in them
-- all the same. People stand where `table/people` looks for them; ids of Discord's are never smaller.
PRAGMA user_version = 9;

INSERT INTO fight_people (encounter_id, person_id, number)
SELECT encounter_id, person_id, row_number() OVER (PARTITION BY encounter_id ORDER BY person_id)
FROM (
    SELECT DISTINCT texts.encounter_id, found.atom AS person_id
    FROM (
        SELECT encounter_id, body FROM openings WHERE encounter_id NOT IN (SELECT encounter_id FROM fight_people)
        UNION ALL
        SELECT encounter_id, body FROM log WHERE encounter_id NOT IN (SELECT encounter_id FROM fight_people)
    ) AS texts
    JOIN json_tree(CASE WHEN json_valid(texts.body) THEN texts.body ELSE '{}' END) AS found
    -- What's typed as somebody's id may be larger than any number of the table's.
    WHERE found.type = 'integer' AND typeof(found.atom) = 'integer' AND found.atom >= 4194304
        AND (found.key IN ('Gm', 'Player', 'Seat', 'seat', 'owner') OR found.path LIKE '%.votes')
);
