import { Migration } from '@mikro-orm/migrations'

/** What ends the browser sessions of an account. */
export class Sessions extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- A step ends all sessions: of the password, or of deactivation.
      ALTER TABLE user_account ADD session_version integer NOT NULL DEFAULT 1;
    `)
  }
}
