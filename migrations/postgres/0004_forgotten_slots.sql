-- Whoever was forgotten before this left their id in the slots of messages that called them, and in those of their nonces: nobody needs
-- either any more. Slots with an id that the fight still knows stay.
DELETE FROM messages
WHERE encounter_id IN (SELECT encounter_id FROM fight_people WHERE person_id < 4194304)
    AND (slot LIKE 'called:%' OR slot LIKE 'ping:%' OR slot LIKE 'ping-private:%' OR slot LIKE 'turn:alone:%')
    AND NOT EXISTS (SELECT 1 FROM fight_people AS known
                    WHERE known.encounter_id = messages.encounter_id AND known.person_id >= 4194304
                        AND instr(messages.slot || ':', ':' || known.person_id || ':') > 0);

DELETE FROM nonces
WHERE encounter_id IN (SELECT encounter_id FROM fight_people WHERE person_id < 4194304)
    AND (slot LIKE 'called:%' OR slot LIKE 'ping:%' OR slot LIKE 'ping-private:%' OR slot LIKE 'turn:alone:%')
    AND NOT EXISTS (SELECT 1 FROM fight_people AS known
                    WHERE known.encounter_id = nonces.encounter_id AND known.person_id >= 4194304
                        AND instr(nonces.slot || ':', ':' || known.person_id || ':') > 0);
