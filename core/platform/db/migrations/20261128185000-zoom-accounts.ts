import { Migration } from '@mikro-orm/migrations'

/** Keeps the Zoom account with which a person starts calls. */
export class ZoomAccounts extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE zoom_account (
        user_id integer PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        tokens bytea NOT NULL,
        connected_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`)
  }
}
