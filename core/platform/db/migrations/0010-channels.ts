import { Migration } from '@mikro-orm/migrations'

/** System bots; who may do what in a channel; folders of channels; how much is written in them. */
export class Channels extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE user_account ADD COLUMN is_system_bot boolean NOT NULL DEFAULT false;
      INSERT INTO user_account (realm_id, email, delivery_email, full_name, role, is_bot, bot_type, is_system_bot)
      SELECT realm.id, bot.email, bot.email, bot.name, 400, true, 1, true
      FROM realm, (VALUES ('notification-bot@loquat.invalid', 'Notification Bot'),
                          ('welcome-bot@loquat.invalid', 'Welcome Bot')) AS bot (email, name);

      CREATE TABLE channel_folder (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        rendered_description text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        creator_id integer REFERENCES user_account (id),
        "order" integer NOT NULL,
        is_archived boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX channel_folder_name ON channel_folder (realm_id, lower(name)) WHERE NOT is_archived;

      ALTER TABLE channel
        ADD COLUMN folder_id integer REFERENCES channel_folder (id),
        -- Group settings by their names on the wire, where they differ from the default.
        ADD COLUMN group_settings jsonb NOT NULL DEFAULT '{}',
        -- Messages a week; null while the channel is too young to tell.
        ADD COLUMN weekly_traffic integer,
        ADD COLUMN is_recently_active boolean NOT NULL DEFAULT true;
      UPDATE channel SET group_settings = jsonb_strip_nulls(jsonb_build_object(
        'can_remove_subscribers_group', can_remove_subscribers_group,
        'can_subscribe_group', can_subscribe_group));
      ALTER TABLE channel DROP COLUMN can_remove_subscribers_group, DROP COLUMN can_subscribe_group;

      -- Messages sent to a channel in a day (UTC), and how far a realm's messages have been counted.
      CREATE TABLE channel_day (
        channel_id integer NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
        day date NOT NULL,
        messages integer NOT NULL,
        PRIMARY KEY (channel_id, day)
      );
      CREATE TABLE channel_traffic (
        realm_id integer PRIMARY KEY REFERENCES realm (id),
        counted_to bigint NOT NULL
      );
    `)
  }
}
