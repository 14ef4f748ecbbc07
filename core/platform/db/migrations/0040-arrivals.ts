import { Migration } from '@mikro-orm/migrations'

/** When messages came to their channel: who may read a protected history depends on it. */
export class Arrivals extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- The place in the order of message ids at which the message came to its channel from another one; null when it
      -- was sent there. Spans of subscriptions are compared with it.
      ALTER TABLE message ADD COLUMN arrival_id bigint;

      WITH moved AS (
        SELECT m.id, m.realm_id, (
          SELECT max((edit->>'at')::int8) FROM jsonb_array_elements(m.edit_history) edit WHERE edit->'stream' IS NOT NULL
        ) AS at FROM message m WHERE m.channel_id IS NOT NULL AND m.edit_history IS NOT NULL
      ), moment AS (
        SELECT DISTINCT realm_id, at FROM moved WHERE at IS NOT NULL
      ), place AS (
        SELECT t.realm_id, t.at, (
          SELECT m.id FROM message m WHERE m.realm_id = t.realm_id AND m.sent_at <= to_timestamp(t.at / 1000000.0)
          ORDER BY m.realm_id DESC, m.id DESC LIMIT 1
        ) AS id FROM moment t
      )
      UPDATE message m SET arrival_id = greatest(m.id, place.id)
      FROM moved JOIN place USING (realm_id, at) WHERE m.id = moved.id;

      CREATE INDEX message_arrival ON message (realm_id, arrival_id) WHERE arrival_id IS NOT NULL;
      CREATE INDEX message_moved ON message (channel_id, id) WHERE arrival_id IS NOT NULL;
    `)
  }
}
