import { Migration } from '@mikro-orm/migrations'

/** Messages to people who are at work: who leaves without having read them is told by e-mail. */
export class WaitingMessages extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE waiting_message (
        realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        -- As in missed_message.
        trigger text NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (user_id, message_id)
      );
      CREATE INDEX waiting_message_realm ON waiting_message (realm_id, user_id);
      CREATE INDEX waiting_message_message ON waiting_message (message_id);
      CREATE INDEX waiting_message_age ON waiting_message (since);
    `)
  }
}
