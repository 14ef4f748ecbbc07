import { Migration } from '@mikro-orm/migrations'

/** Channels that new users may choose together. */
export class DefaultChannelGroups extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE default_channel_group (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        name text NOT NULL,
        description text NOT NULL,
        -- Ascending. Public channels that are neither archived nor default channels.
        channel_ids integer[] NOT NULL,
        UNIQUE (realm_id, name)
      );
    `)
  }
}
