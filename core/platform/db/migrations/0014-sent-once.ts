import { Migration } from '@mikro-orm/migrations'

/** What clients called the messages that they sent lately, so that one sent again is not sent twice. */
export class SentOnce extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE sent_message (
        sender_id integer NOT NULL REFERENCES user_account (id),
        queue_id text NOT NULL,
        local_id text NOT NULL,
        message_id bigint NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (sender_id, queue_id, local_id)
      );
      CREATE INDEX sent_message_age ON sent_message (sent_at);
    `)
  }
}
