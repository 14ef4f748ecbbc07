/** Presence and status, profiles, bots, invitations, and links in e-mails. */
export const people = /* sql */ `
  CREATE TABLE user_presence (
    user_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
    realm_id integer NOT NULL REFERENCES realm (id),
    active_at bigint NOT NULL,
    connected_at bigint NOT NULL,
    update_id bigint NOT NULL
  );
  CREATE INDEX user_presence_realm ON user_presence (realm_id, update_id);

  CREATE TABLE user_status (
    user_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
    realm_id integer NOT NULL REFERENCES realm (id),
    away boolean NOT NULL DEFAULT false,
    status_text text NOT NULL DEFAULT '',
    emoji_name text NOT NULL DEFAULT '',
    emoji_code text NOT NULL DEFAULT '',
    reaction_type text NOT NULL DEFAULT 'unicode_emoji'
  );
  CREATE INDEX user_status_realm ON user_status (realm_id);

  CREATE TABLE custom_profile_field (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 8),
    position integer NOT NULL,
    name text NOT NULL,
    hint text NOT NULL DEFAULT '',
    field_data text NOT NULL DEFAULT '',
    display_in_profile_summary boolean NOT NULL DEFAULT false,
    required boolean NOT NULL DEFAULT false,
    editable_by_user boolean NOT NULL DEFAULT true
  );
  CREATE UNIQUE INDEX custom_profile_field_name ON custom_profile_field (realm_id, name);

  CREATE TABLE custom_profile_field_value (
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    field_id integer NOT NULL REFERENCES custom_profile_field (id) ON DELETE CASCADE,
    value text NOT NULL,
    rendered_value text,
    PRIMARY KEY (user_id, field_id)
  );
  CREATE INDEX custom_profile_field_value_field ON custom_profile_field_value (field_id);

  CREATE TABLE bot_service (
    bot_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
    base_url text NOT NULL,
    interface smallint NOT NULL CHECK (interface BETWEEN 1 AND 2),
    token text NOT NULL
  );

  CREATE TABLE bot_config (
    bot_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    key text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (bot_id, key)
  );

  CREATE TABLE embedded_bot (
    bot_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
    name text NOT NULL
  );

  CREATE TABLE bot_storage (
    bot_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    key text NOT NULL,
    value text NOT NULL,
    PRIMARY KEY (bot_id, key)
  );

  CREATE TABLE invitation (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    inviter_id integer NOT NULL REFERENCES user_account (id),
    email text,
    role smallint NOT NULL,
    channel_ids integer[] NOT NULL,
    group_ids integer[] NOT NULL,
    with_default_channels boolean NOT NULL,
    notify_inviter boolean NOT NULL,
    welcome_text text,
    invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    valid_minutes integer,
    expires_at timestamptz,
    mails integer NOT NULL DEFAULT 1,
    mailed_on date NOT NULL DEFAULT ((now() AT TIME ZONE 'UTC'))::date,
    mails_that_day smallint NOT NULL DEFAULT 1,
    ended text CHECK (ended IN ('used', 'revoked')),
    ended_at timestamptz
  );
  CREATE INDEX invitation_email ON invitation (realm_id, lower(email)) WHERE ended IS NULL;
  CREATE INDEX invitation_inviter ON invitation (inviter_id) WHERE ended IS NULL;
  CREATE INDEX invitation_old ON invitation (coalesce(ended_at, expires_at));
  CREATE INDEX invitation_pending ON invitation (realm_id, id) WHERE ended IS NULL;

  CREATE TABLE invitation_day (
    realm_id integer NOT NULL REFERENCES realm (id),
    day date NOT NULL,
    mails integer NOT NULL,
    PRIMARY KEY (realm_id, day)
  );

  CREATE TABLE join_request (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    invitation_id integer REFERENCES invitation (id) ON DELETE CASCADE,
    email text NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  );
  CREATE INDEX join_request_email ON join_request (realm_id, lower(email), asked_at);
  CREATE INDEX join_request_invitation ON join_request (invitation_id);
  CREATE INDEX join_request_old ON join_request (expires_at);

  CREATE TABLE confirmation (
    token_hash bytea PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    kind text NOT NULL,
    user_id integer REFERENCES user_account (id),
    email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  );
  CREATE INDEX confirmation_old ON confirmation (expires_at);
  CREATE INDEX confirmation_user ON confirmation (user_id, kind);
`
