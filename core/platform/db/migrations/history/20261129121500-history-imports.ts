import { Migration } from '@mikro-orm/migrations'

/** Keeps the archives with which owners bring the history of their organizations. */
export class HistoryImports extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE history_import (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        acting_user_id integer REFERENCES user_account ON DELETE CASCADE,
        status text NOT NULL DEFAULT 'uploading'
          CHECK (status IN ('uploading', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled')),
        file_name text NOT NULL,
        length bigint NOT NULL,
        metadata text,
        storage_key text UNIQUE,
        converted_key text,
        began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        attempt integer NOT NULL DEFAULT 0,
        alive_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        phase text NOT NULL DEFAULT 'waiting',
        phase_began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        done bigint NOT NULL DEFAULT 0,
        total bigint NOT NULL DEFAULT 0,
        report jsonb,
        failure text,
        finished_at timestamptz,
        is_announced boolean NOT NULL DEFAULT false
      )`)
    this.addSql('CREATE INDEX history_import_realm ON history_import (realm_id, id)')
    this.addSql(
      "CREATE UNIQUE INDEX history_import_running ON history_import (realm_id) WHERE status IN ('uploading', 'checking', 'checked', 'importing')",
    )
  }
}
