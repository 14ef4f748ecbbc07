import { Migration } from '@mikro-orm/migrations'

/** Bots that the server itself runs: which of them each is, and what they keep. */
export class EmbeddedBots extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE embedded_bot (
        bot_id integer PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
        -- In the registry of embedded bots.
        name text NOT NULL
      );
      CREATE TABLE bot_storage (
        bot_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        key text NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (bot_id, key)
      );
    `)
  }
}
