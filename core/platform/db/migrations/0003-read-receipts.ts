import { Migration } from '@mikro-orm/migrations'

/** Who may be told what somebody has read, and the indexes that reading stands on. */
export class ReadReceipts extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE user_account ADD COLUMN IF NOT EXISTS send_read_receipts boolean NOT NULL DEFAULT true;
      ALTER TABLE realm ADD COLUMN IF NOT EXISTS enable_read_receipts boolean NOT NULL DEFAULT true;

      -- Messages that a row calls unread, wherever the pointer is (bits 1 speaks of reading, 2 read).
      CREATE INDEX message_flag_unread ON message_flag (user_id, message_id) WHERE bits & 3 = 1;
      CREATE INDEX message_flag_starred ON message_flag (user_id, message_id) WHERE bits & 4 <> 0;
      -- Whom a message reached that have left the channel since.
      CREATE INDEX subscription_span_closed ON subscription_span (channel_id, user_id) WHERE to_id IS NOT NULL;
    `)
  }
}
