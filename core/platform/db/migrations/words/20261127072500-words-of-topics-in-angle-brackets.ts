import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes the words of topics such as `<moon>`, which Postgres took for tags. Topics are text, so they have
 * neither tags nor entities. Searches read their words in the same way
 * (`core/messaging/search/read-search.ts`).
 */
export class WordsOfTopicsInAngleBrackets extends Migration {
  override up(): void {
    this.addSql(`
      CREATE OR REPLACE FUNCTION topic_vector(topic text) RETURNS tsvector
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
        DECLARE
          words text := translate(topic, '<>&', '   ');
        BEGIN
          RETURN to_tsvector('pg_catalog.english'::regconfig, words) || to_tsvector('pg_catalog.simple'::regconfig, words);
        END
      $$`)
    // Unlike REINDEX, this lets others read conversations meanwhile.
    this.addSql('ALTER INDEX conversation_words RENAME TO conversation_words_before')
    this.addSql(
      'CREATE INDEX conversation_words ON conversation USING gin (topic_vector(topic)) WHERE channel_id IS NOT NULL',
    )
    this.addSql('DROP INDEX conversation_words_before')
    // Statistics on the words belong to the index.
    this.addSql('ANALYZE conversation')
  }
}
