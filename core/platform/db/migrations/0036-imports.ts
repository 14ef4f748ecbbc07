import { Migration } from '@mikro-orm/migrations'

/** Imports that go on: how far they are, and what stands for the ids of their archives. */
export class Imports extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- Gone when the organization is complete.
      CREATE TABLE realm_import (
        realm_id integer PRIMARY KEY REFERENCES realm (id) ON DELETE CASCADE,
        -- SHA-256 of the archive's manifest, which has those of all its parts.
        fingerprint text NOT NULL UNIQUE,
        -- What it is to be called when it is complete.
        subdomain text NOT NULL,
        custom_host text,
        -- From which the names of its files are derived, the same at each attempt.
        secret text NOT NULL,
        steps_done integer NOT NULL DEFAULT 0
      );

      CREATE TABLE imported_id (
        realm_id integer NOT NULL REFERENCES realm_import (realm_id) ON DELETE CASCADE,
        kind text NOT NULL,
        old_id bigint NOT NULL,
        new_id bigint NOT NULL,
        PRIMARY KEY (realm_id, kind, old_id)
      );
    `)
  }
}
