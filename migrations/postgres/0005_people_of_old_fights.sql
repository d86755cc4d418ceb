-- Who is who in fights from before `fight_people`, so that somebody's fights are found without reading logs. Their chains have ids in them
-- all the same. People stand where `table/people` looks for them; ids of Discord's are never smaller. A text that PostgreSQL's JSON can't hold
-- (U+0000) must not stop an upgrade, so it's read as text.
WITH texts AS (
    SELECT encounter_id, body
    FROM (SELECT encounter_id, body FROM openings UNION ALL SELECT encounter_id, body FROM log) AS every
    WHERE NOT EXISTS (SELECT 1 FROM fight_people AS known WHERE known.encounter_id = every.encounter_id)
)
INSERT INTO fight_people (encounter_id, person_id, number)
SELECT encounter_id, person_id, row_number() OVER (PARTITION BY encounter_id ORDER BY person_id)
FROM (
    SELECT DISTINCT encounter_id, id::numeric::bigint AS person_id
    FROM (
        SELECT encounter_id, (regexp_matches(body, '"(?:Gm|Player|Seat|seat|owner)":\s*(\d{7,19})\M', 'g'))[1] AS id FROM texts
        UNION ALL
        SELECT encounter_id, (regexp_matches(votes, '\m(\d{7,19})\M', 'g'))[1]
        FROM (SELECT encounter_id, (regexp_matches(body, '"votes":\s*\[([\d,\s]*)\]', 'g'))[1] AS votes FROM texts) AS lists
    ) AS found
    WHERE id::numeric BETWEEN 4194304 AND 9223372036854775807
) AS people;

-- Somebody's newest fights come in order.
DROP INDEX fight_people_by_person;
CREATE INDEX fight_people_by_person ON fight_people (person_id, encounter_id);
