import { Migration } from '@mikro-orm/migrations'

/** Devices that are notified through the services of their makers, and what they show. */
export class Push extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE push_device (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('apns', 'fcm')),
        -- What the service knows the device by.
        token text NOT NULL,
        -- Identifier of the app, which Apple's service asks for.
        app_id text,
        registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CHECK ((kind = 'apns') = (app_id IS NOT NULL))
      );
      -- A device is one user's of an organization. Tokens may be longer than what an index takes.
      CREATE UNIQUE INDEX push_device_token ON push_device (realm_id, kind, md5(token));
      CREATE INDEX push_device_user ON push_device (user_id, registered_at);

      -- What the devices of a user show, until it is read.
      CREATE TABLE pushed_message (
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        pushed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (user_id, message_id)
      );
      CREATE INDEX pushed_message_message ON pushed_message (message_id);
      CREATE INDEX pushed_message_age ON pushed_message (pushed_at);

      -- Whether devices can be notified, as the organization was told.
      ALTER TABLE realm ADD COLUMN is_push_enabled boolean NOT NULL DEFAULT false;
    `)
  }
}
