import { Migration } from '@mikro-orm/migrations'

/** What administrators have asked to be exported, and what has become of it. */
export class Exports extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE realm_export (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        acting_user_id integer NOT NULL REFERENCES user_account (id),
        -- 1 what is public, 2 also what is private of those who consent
        export_type smallint NOT NULL CHECK (export_type IN (1, 2)),
        status text NOT NULL DEFAULT 'requested'
          CHECK (status IN ('requested', 'started', 'succeeded', 'failed', 'deleted')),
        -- The last part of its address below /user_exports/, which nobody guesses.
        name text NOT NULL UNIQUE,
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- Of the attempt that writes it: its number, where to, how far it is, and when it last said so.
        attempt integer NOT NULL DEFAULT 0,
        storage_key text,
        progress jsonb,
        alive_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        size bigint,
        failed_at timestamptz,
        failure text,
        deleted_at timestamptz
      );
      CREATE INDEX realm_export_realm ON realm_export (realm_id, id);
      CREATE INDEX realm_export_live ON realm_export (id) WHERE status IN ('requested', 'started', 'succeeded');
    `)
  }
}
