import { Migration } from '@mikro-orm/migrations'

/** Keeps the providers of log-ins that organizations set up. */
export class LogInProviders extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE log_in_provider (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        kind text NOT NULL,
        name text NOT NULL,
        display_name text NOT NULL,
        is_enabled boolean NOT NULL,
        settings jsonb NOT NULL,
        secrets text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT log_in_provider_name UNIQUE (realm_id, name)
      )`)
  }
}
