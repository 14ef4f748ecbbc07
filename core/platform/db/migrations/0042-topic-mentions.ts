import { Migration } from '@mikro-orm/migrations'

/** A mention of a topic is a flag of those who take part in it: bit 128 of `message_flag`. */
export class TopicMentions extends Migration {
  override up(): void {
    this.addSql(`
      DROP INDEX message_flag_mentioned;
      CREATE INDEX message_flag_mentioned ON message_flag (user_id, message_id) WHERE bits & 144 <> 0;

      -- Of those whom the message reached, who had taken part in the topic when it was sent.
      INSERT INTO message_flag (user_id, message_id, bits)
      SELECT p.user_id, m.id, 128 FROM message m CROSS JOIN LATERAL (
        SELECT o.sender_id AS user_id FROM message o WHERE o.conversation_id = m.conversation_id AND o.id <= m.id
        UNION
        SELECT r.user_id FROM message o JOIN reaction r ON r.message_id = o.id
        WHERE o.conversation_id = m.conversation_id AND o.id < m.id
      ) p
      WHERE m.bits & 6 <> 0 AND m.bits & 4 <> 0 AND EXISTS (
        SELECT FROM subscription_span s WHERE s.user_id = p.user_id AND s.channel_id = m.channel_id
          AND s.from_id <= m.id AND (s.to_id IS NULL OR s.to_id > m.id)
      )
      ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | 128;
    `)
  }
}
