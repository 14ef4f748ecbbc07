import { Migration } from '@mikro-orm/migrations'

/** Who mutes whom, custom profile fields and their values, and what bots need beside an account. */
export class People extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE muted_user (
        realm_id integer NOT NULL REFERENCES realm (id),
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        muted_user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        muted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (user_id, muted_user_id)
      );
      CREATE INDEX muted_user_realm ON muted_user (realm_id);

      CREATE TABLE custom_profile_field (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        -- 1 short text, 2 long text, 3 list of options, 4 date, 5 link, 6 people, 7 external account, 8 pronouns
        type smallint NOT NULL CHECK (type BETWEEN 1 AND 8),
        position integer NOT NULL,
        name text NOT NULL,
        hint text NOT NULL DEFAULT '',
        -- Options or the kind of account, as JSON text; empty for the other types.
        field_data text NOT NULL DEFAULT '',
        display_in_profile_summary boolean NOT NULL DEFAULT false,
        required boolean NOT NULL DEFAULT false,
        editable_by_user boolean NOT NULL DEFAULT true
      );
      CREATE UNIQUE INDEX custom_profile_field_name ON custom_profile_field (realm_id, name);

      CREATE TABLE custom_profile_field_value (
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        field_id integer NOT NULL REFERENCES custom_profile_field (id) ON DELETE CASCADE,
        -- As clients see it: a list of people is JSON text.
        value text NOT NULL,
        -- HTML; null for the types that are no Markdown.
        rendered_value text,
        PRIMARY KEY (user_id, field_id)
      );
      CREATE INDEX custom_profile_field_value_field ON custom_profile_field_value (field_id);

      ALTER TABLE user_account
        ADD default_sending_channel_id integer REFERENCES channel (id),
        ADD default_events_register_channel_id integer REFERENCES channel (id),
        ADD default_all_public_channels boolean NOT NULL DEFAULT false;
      CREATE INDEX user_account_bot_owner ON user_account (bot_owner_id) WHERE is_bot;

      -- Where an outgoing webhook bot's messages go.
      CREATE TABLE bot_service (
        bot_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        base_url text NOT NULL,
        -- 1 generic, 2 Slack's
        interface smallint NOT NULL CHECK (interface BETWEEN 1 AND 2),
        token text NOT NULL
      );

      -- What an embedded or incoming webhook bot is configured with.
      CREATE TABLE bot_config (
        bot_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        key text NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (bot_id, key)
      );
    `)
  }
}
