import { Migration } from '@mikro-orm/migrations'

/** When people were last seen, what they say of themselves, and whether they hear of others typing. */
export class Presence extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE user_account ADD COLUMN receives_typing_notifications boolean NOT NULL DEFAULT true;

      -- A copy of what Redis has, some minutes behind: what is left of it when Redis is lost.
      CREATE TABLE user_presence (
        user_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        realm_id integer NOT NULL REFERENCES realm (id),
        -- Unix seconds; 0 for never.
        active_at bigint NOT NULL,
        connected_at bigint NOT NULL,
        -- Position in the order of the realm's changes of presence.
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
    `)
  }
}
