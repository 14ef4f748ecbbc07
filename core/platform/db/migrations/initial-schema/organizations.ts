/** Organizations, their people, and groups of users. */
export const organizations = /* sql */ `
  CREATE TABLE realm (
    id serial PRIMARY KEY,
    subdomain text NOT NULL UNIQUE,
    custom_host text UNIQUE,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_deactivated boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    user_settings_defaults jsonb NOT NULL DEFAULT '{}',
    settings jsonb NOT NULL DEFAULT '{}',
    images jsonb NOT NULL DEFAULT '{}',
    is_push_enabled boolean NOT NULL DEFAULT false,
    max_daily_invitations integer,
    full_members_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now())
  );

  CREATE TABLE user_account (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    email text NOT NULL,
    delivery_email text NOT NULL,
    full_name text NOT NULL,
    role smallint NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    is_bot boolean NOT NULL DEFAULT false,
    bot_type smallint,
    bot_owner_id integer REFERENCES user_account (id),
    timezone text NOT NULL DEFAULT '',
    avatar_version integer NOT NULL DEFAULT 1,
    key_version integer NOT NULL DEFAULT 1,
    password_hash text,
    joined_at timestamptz NOT NULL DEFAULT now(),
    settings jsonb NOT NULL DEFAULT '{}',
    is_system_bot boolean NOT NULL DEFAULT false,
    default_sending_channel_id integer,
    default_events_register_channel_id integer,
    default_all_public_channels boolean NOT NULL DEFAULT false,
    can_create_users boolean NOT NULL DEFAULT false,
    can_change_user_emails boolean NOT NULL DEFAULT false,
    avatar_path text,
    session_version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX user_account_address ON user_account (lower(delivery_email)) WHERE is_active AND NOT is_bot;
  CREATE INDEX user_account_bot_owner ON user_account (bot_owner_id) WHERE is_bot;
  CREATE INDEX user_account_joined ON user_account (realm_id, joined_at) WHERE role = 400;
  CREATE UNIQUE INDEX user_account_realm_email ON user_account (realm_id, lower(delivery_email));

  CREATE TABLE user_group (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_system_group boolean NOT NULL DEFAULT false,
    creator_id integer REFERENCES user_account (id),
    date_created timestamptz DEFAULT now(),
    is_deactivated boolean NOT NULL DEFAULT false,
    group_settings jsonb NOT NULL DEFAULT '{}'
  );
  CREATE UNIQUE INDEX user_group_realm_name ON user_group (realm_id, lower(name));

  CREATE TABLE group_member (
    group_id integer NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
  );
  CREATE INDEX group_member_user ON group_member (user_id);

  CREATE TABLE group_subgroup (
    group_id integer NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    subgroup_id integer NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, subgroup_id)
  );
  CREATE INDEX group_subgroup_subgroup ON group_subgroup (subgroup_id);
`
