/** The functions and indexes of full-text search: languages, the words of messages and of topics. */
export const search = /* sql */ `
  CREATE TABLE spoken_language (
    realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
    language text NOT NULL,
    PRIMARY KEY (realm_id, language)
  );

  -- Adds the former and the new default language of an organization.
  CREATE FUNCTION note_language() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO spoken_language (realm_id, language)
      VALUES (NEW.id, coalesce(OLD.settings->>'default_language', 'en')),
        (NEW.id, coalesce(NEW.settings->>'default_language', 'en'))
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$;
  CREATE TRIGGER realm_language AFTER UPDATE OF settings ON realm FOR EACH ROW
    WHEN (OLD.settings->'default_language' IS DISTINCT FROM NEW.settings->'default_language')
    EXECUTE FUNCTION note_language();

  -- The words of a message, and, in upper case, which no word is, its place: realm and window of 4,096 ids (B), of
  -- 65,536 (D), of a million (E), conversation (V), channel (C), sender (S), and whether the message has a link (L), an
  -- image (I), an attachment (A). The index intersects all of these. There are windows of three sizes so that a query
  -- names two windows of a size instead of hundreds of one. Postgres would copy a function in SQL into every plan.
  CREATE FUNCTION message_vector(language smallint, html text, id bigint, realm_id integer,
    conversation_id bigint, channel_id integer, sender_id integer, bits smallint) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 2000 AS $$
    BEGIN
      RETURN to_tsvector(CASE language
          WHEN 1 THEN 'pg_catalog.simple'::regconfig WHEN 2 THEN 'pg_catalog.arabic'::regconfig
          WHEN 3 THEN 'pg_catalog.catalan'::regconfig WHEN 4 THEN 'pg_catalog.danish'::regconfig
          WHEN 5 THEN 'pg_catalog.german'::regconfig WHEN 6 THEN 'pg_catalog.greek'::regconfig
          WHEN 7 THEN 'pg_catalog.spanish'::regconfig WHEN 8 THEN 'pg_catalog.basque'::regconfig
          WHEN 9 THEN 'pg_catalog.finnish'::regconfig WHEN 10 THEN 'pg_catalog.french'::regconfig
          WHEN 11 THEN 'pg_catalog.irish'::regconfig WHEN 12 THEN 'pg_catalog.hindi'::regconfig
          WHEN 13 THEN 'pg_catalog.hungarian'::regconfig WHEN 14 THEN 'pg_catalog.armenian'::regconfig
          WHEN 15 THEN 'pg_catalog.indonesian'::regconfig WHEN 16 THEN 'pg_catalog.italian'::regconfig
          WHEN 17 THEN 'pg_catalog.lithuanian'::regconfig WHEN 18 THEN 'pg_catalog.nepali'::regconfig
          WHEN 19 THEN 'pg_catalog.dutch'::regconfig WHEN 20 THEN 'pg_catalog.norwegian'::regconfig
          WHEN 21 THEN 'pg_catalog.portuguese'::regconfig WHEN 22 THEN 'pg_catalog.romanian'::regconfig
          WHEN 23 THEN 'pg_catalog.russian'::regconfig WHEN 24 THEN 'pg_catalog.serbian'::regconfig
          WHEN 25 THEN 'pg_catalog.swedish'::regconfig WHEN 26 THEN 'pg_catalog.tamil'::regconfig
          WHEN 27 THEN 'pg_catalog.turkish'::regconfig WHEN 28 THEN 'pg_catalog.yiddish'::regconfig
          ELSE 'pg_catalog.english'::regconfig END, left(html, 200000))
        || array_to_tsvector(array_remove(ARRAY[
          'B' || realm_id || 'x' || (id >> 12), 'D' || realm_id || 'x' || (id >> 16),
          'E' || realm_id || 'x' || (id >> 20), 'V' || conversation_id, 'C' || channel_id, 'S' || sender_id,
          CASE WHEN bits & 8 <> 0 THEN 'L' END, CASE WHEN bits & 16 <> 0 THEN 'I' END,
          CASE WHEN bits & 64 <> 0 THEN 'A' END], NULL));
    END
  $$;
  CREATE INDEX message_words ON message USING gin (message_vector(language, rendered_content, id, realm_id,
    conversation_id, channel_id, sender_id, bits)) WITH (gin_pending_list_limit = 512);

  -- The words of a topic, as written and by their stems.
  CREATE FUNCTION topic_vector(topic text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
    BEGIN
      RETURN to_tsvector('pg_catalog.english'::regconfig, topic) || to_tsvector('pg_catalog.simple'::regconfig, topic);
    END
  $$;
  CREATE INDEX conversation_words ON conversation USING gin (topic_vector(topic)) WHERE channel_id IS NOT NULL;
`
