import { Migration } from '@mikro-orm/migrations'

/** Finds messages that were moved out of a topic, and topics that were renamed, by their former places. */
export class IndexFormerTopics extends Migration {
  override up(): void {
    this.addSql(`
      -- The newest 20 former places of what is in the channel now, each as channel/topic. Changes are listed
      -- newest first. A change of the channel applies to all changes that are older.
      CREATE FUNCTION former_topics(channel integer, changes jsonb) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 200 AS $$
        SELECT coalesce(array_agg(DISTINCT coalesce((
            SELECT e.change->>'prev_stream' FROM jsonb_path_query(changes, '$[*]') WITH ORDINALITY AS e (change, n)
            WHERE e.n <= c.n AND e.change ? 'prev_stream' ORDER BY e.n DESC LIMIT 1
          ), channel::text) || '/' || left(lower(c.topic), 200)), '{}')
        FROM (
          SELECT change->>'prev_topic' AS topic, n FROM jsonb_path_query(changes, '$[*]') WITH ORDINALITY AS c (change, n)
          WHERE change ? 'prev_topic' ORDER BY n LIMIT 20
        ) c
      $$`)
    this.addSql(
      `CREATE INDEX message_former_topics ON message USING gin (former_topics(channel_id, edit_history)) WHERE edit_history @? '$[*].prev_topic'`,
    )
    this.addSql(
      'CREATE INDEX conversation_former_topics ON conversation USING gin (former_topics(channel_id, renames)) WHERE renames IS NOT NULL',
    )
  }
}
