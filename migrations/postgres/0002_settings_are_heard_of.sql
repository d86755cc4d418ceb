-- Every process of a bot hears of changed settings of servers and people, which it may have read before: pg_notify with the application and the
-- scope. What a fight settles is its own process's.
CREATE FUNCTION umpire_setting_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed settings;
BEGIN
    IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
    IF changed.scope LIKE 'user:%' OR changed.scope LIKE 'guild:%' THEN
        PERFORM pg_notify('umpire_settings', changed.application_id || ' ' || changed.scope);
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON settings
    FOR EACH ROW EXECUTE FUNCTION umpire_setting_changed();
