/** Whom to notify of which messages, by e-mail and on devices. */
export const notifications = /* sql */ `
  CREATE TABLE notification_cursor (
    realm_id integer PRIMARY KEY REFERENCES realm (id) ON DELETE CASCADE,
    message_id bigint NOT NULL
  ) WITH (fillfactor = 10);

  CREATE TABLE missed_message (
    realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    trigger text NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, message_id)
  );
  CREATE INDEX missed_message_due ON missed_message (due_at, user_id);
  CREATE INDEX missed_message_message ON missed_message (message_id);

  CREATE TABLE waiting_message (
    realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    trigger text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, message_id)
  );
  CREATE INDEX waiting_message_age ON waiting_message (since);
  CREATE INDEX waiting_message_message ON waiting_message (message_id);
  CREATE INDEX waiting_message_realm ON waiting_message (realm_id, user_id);

  CREATE TABLE push_device (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id) ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('apns', 'fcm')),
    token text NOT NULL,
    app_id text,
    registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CHECK ((kind = 'apns') = (app_id IS NOT NULL))
  );
  CREATE UNIQUE INDEX push_device_token ON push_device (realm_id, kind, md5(token));
  CREATE INDEX push_device_user ON push_device (user_id, registered_at);

  CREATE TABLE pushed_message (
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    pushed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, message_id)
  );
  CREATE INDEX pushed_message_age ON pushed_message (pushed_at);
  CREATE INDEX pushed_message_message ON pushed_message (message_id);

  CREATE TABLE mail_delivery (
    outbox_id bigint PRIMARY KEY,
    held_by uuid,
    held_until timestamptz,
    attempted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    delivered_at timestamptz
  );
  CREATE INDEX mail_delivery_attempted ON mail_delivery (attempted_at);

  CREATE TABLE mailbox (
    id bigserial PRIMARY KEY,
    kept_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    sender text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    headers json NOT NULL,
    html text NOT NULL,
    text text NOT NULL
  );

  CREATE TABLE digest_cursor (
    realm_id integer PRIMARY KEY REFERENCES realm (id) ON DELETE CASCADE,
    day date NOT NULL,
    user_id integer NOT NULL
  );
`
