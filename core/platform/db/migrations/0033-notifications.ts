import { Migration } from '@mikro-orm/migrations'

/** How far messages have been looked through for whom to notify of them, and what waits to be e-mailed. */
export class Notifications extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- Of messages up to this one everybody has been notified who is to be.
      CREATE TABLE notification_cursor (
        realm_id integer PRIMARY KEY REFERENCES realm (id) ON DELETE CASCADE,
        message_id bigint NOT NULL
      ) WITH (fillfactor = 10);
      INSERT INTO notification_cursor (realm_id, message_id)
      SELECT id, coalesce((SELECT max(m.id) FROM message m WHERE m.realm_id = realm.id), 0) FROM realm;

      -- Messages that a user is to be told of by e-mail; all of a user's are due together.
      CREATE TABLE missed_message (
        realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        -- Why: a Trigger of core/notifying/notifications/decide.ts.
        trigger text NOT NULL,
        due_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, message_id)
      );
      CREATE INDEX missed_message_due ON missed_message (due_at, user_id);
      CREATE INDEX missed_message_message ON missed_message (message_id);

      -- Subscribers who want to be notified of whatever is sent to a channel.
      CREATE INDEX subscription_loud ON subscription (channel_id, user_id)
        WHERE is_active AND (push_notifications OR email_notifications);
    `)
  }
}
