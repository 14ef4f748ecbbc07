import { Migration } from '@mikro-orm/migrations'

/**
 * Finds the stems of `words` in `language`. Each function contains it: while Postgres analyzes a table or
 * makes an index, functions find no others, because only the schema of the system is searched.
 */
const STEMS = `DECLARE
          dictionary regdictionary := CASE language
            WHEN 1 THEN 'pg_catalog.simple'::regdictionary WHEN 2 THEN 'pg_catalog.arabic_stem'::regdictionary
            WHEN 3 THEN 'pg_catalog.catalan_stem'::regdictionary WHEN 4 THEN 'pg_catalog.danish_stem'::regdictionary
            WHEN 5 THEN 'pg_catalog.german_stem'::regdictionary WHEN 6 THEN 'pg_catalog.greek_stem'::regdictionary
            WHEN 7 THEN 'pg_catalog.spanish_stem'::regdictionary WHEN 8 THEN 'pg_catalog.basque_stem'::regdictionary
            WHEN 9 THEN 'pg_catalog.finnish_stem'::regdictionary WHEN 10 THEN 'pg_catalog.french_stem'::regdictionary
            WHEN 11 THEN 'pg_catalog.irish_stem'::regdictionary WHEN 12 THEN 'pg_catalog.hindi_stem'::regdictionary
            WHEN 13 THEN 'pg_catalog.hungarian_stem'::regdictionary WHEN 14 THEN 'pg_catalog.armenian_stem'::regdictionary
            WHEN 15 THEN 'pg_catalog.indonesian_stem'::regdictionary WHEN 16 THEN 'pg_catalog.italian_stem'::regdictionary
            WHEN 17 THEN 'pg_catalog.lithuanian_stem'::regdictionary WHEN 18 THEN 'pg_catalog.nepali_stem'::regdictionary
            WHEN 19 THEN 'pg_catalog.dutch_stem'::regdictionary WHEN 20 THEN 'pg_catalog.norwegian_stem'::regdictionary
            WHEN 21 THEN 'pg_catalog.portuguese_stem'::regdictionary WHEN 22 THEN 'pg_catalog.romanian_stem'::regdictionary
            WHEN 23 THEN 'pg_catalog.russian_stem'::regdictionary WHEN 24 THEN 'pg_catalog.serbian_stem'::regdictionary
            WHEN 25 THEN 'pg_catalog.swedish_stem'::regdictionary WHEN 26 THEN 'pg_catalog.tamil_stem'::regdictionary
            WHEN 27 THEN 'pg_catalog.turkish_stem'::regdictionary WHEN 28 THEN 'pg_catalog.yiddish_stem'::regdictionary
            ELSE 'pg_catalog.english_stem'::regdictionary END;
          word text;
          stems text[] := '{}';
        BEGIN
          IF words IS NULL THEN
            RETURN NULL;
          END IF;
          FOREACH word IN ARRAY tsvector_to_array(words) LOOP
            stems := stems || ts_lexize(dictionary, word);
          END LOOP;`

/**
 * Stores the words of messages and topics, which Loquat finds by Unicode
 * (`core/messaging/words/tokens.ts`), and indexes them and their stems. Postgres finds words by the locale
 * of the database. The former indexes stay for messages whose words are not listed yet, and for processes
 * of the former version, until the job `list-words` has listed all. Both partial indexes on null are small
 * then.
 */
export class WordsByUnicode extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE message ADD COLUMN words tsvector')
    this.addSql(
      'ALTER TABLE conversation ADD COLUMN words tsvector, ADD COLUMN language smallint NOT NULL DEFAULT 0',
    )
    this.addSql(`
      -- The words of a list with their stems. The stems have no place, so phrases are found by the words alone.
      CREATE FUNCTION topic_lexemes(language smallint, words tsvector) RETURNS tsvector
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
        ${STEMS}
          RETURN words || array_to_tsvector(array_remove(stems, ''));
        END
      $$`)
    this.addSql(`
      -- The same of a message, and its place: see message_vector.
      CREATE FUNCTION message_lexemes(language smallint, words tsvector, id bigint, realm_id integer,
        conversation_id bigint, channel_id integer, sender_id integer, bits smallint) RETURNS tsvector
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
        ${STEMS}
          RETURN words || array_to_tsvector(array_remove(stems, ''))
            || array_to_tsvector(array_remove(ARRAY[
              'B' || realm_id || 'x' || (id >> 12), 'D' || realm_id || 'x' || (id >> 16),
              'E' || realm_id || 'x' || (id >> 20), 'V' || conversation_id, 'C' || channel_id, 'S' || sender_id,
              CASE WHEN bits & 8 <> 0 THEN 'L' END, CASE WHEN bits & 16 <> 0 THEN 'I' END,
              CASE WHEN bits & 64 <> 0 THEN 'A' END], NULL));
        END
      $$`)
    this.addSql(`
      -- Processes of the former version change texts and not their words.
      CREATE FUNCTION forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.words := NULL;
          RETURN NEW;
        END
      $$`)
    this.addSql(`
      CREATE TRIGGER message_forgets_words BEFORE UPDATE OF rendered_content ON message FOR EACH ROW
        WHEN (NEW.rendered_content IS DISTINCT FROM OLD.rendered_content) EXECUTE FUNCTION forget_words()`)
    this.addSql(`
      CREATE TRIGGER conversation_forgets_words BEFORE UPDATE OF topic ON conversation FOR EACH ROW
        WHEN (NEW.topic IS DISTINCT FROM OLD.topic) EXECUTE FUNCTION forget_words()`)
    this.addSql('ALTER INDEX message_words RENAME TO message_words_before')
    this.addSql('ALTER INDEX conversation_words RENAME TO conversation_words_before')
    this.addSql(`
      CREATE INDEX message_words ON message USING gin (message_lexemes(language, words, id, realm_id, conversation_id,
        channel_id, sender_id, bits)) WITH (gin_pending_list_limit = 8192) WHERE words IS NOT NULL`)
    this.addSql('CREATE INDEX message_without_words ON message (id) WHERE words IS NULL')
    this.addSql(
      'CREATE INDEX conversation_words ON conversation USING gin (topic_lexemes(language, words)) WHERE words IS NOT NULL',
    )
    this.addSql(
      'CREATE INDEX conversation_without_words ON conversation (id) WHERE words IS NULL AND channel_id IS NOT NULL',
    )
    // A new database needs no former indexes.
    this.addSql(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM conversation) THEN
          DROP INDEX message_words_before, conversation_words_before;
        END IF;
      END $$`)
  }
}
