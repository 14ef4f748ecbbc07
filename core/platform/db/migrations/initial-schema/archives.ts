/** Exports and imports of organizations. */
export const archives = /* sql */ `
  CREATE TABLE realm_export (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    acting_user_id integer NOT NULL REFERENCES user_account (id),
    export_type smallint NOT NULL CHECK (export_type IN (1, 2)),
    status text NOT NULL DEFAULT 'requested'
      CHECK (status IN ('requested', 'started', 'succeeded', 'failed', 'deleted')),
    name text NOT NULL UNIQUE,
    requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
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
  CREATE INDEX realm_export_live ON realm_export (id) WHERE status IN ('requested', 'started', 'succeeded');
  CREATE INDEX realm_export_realm ON realm_export (realm_id, id);

  CREATE TABLE realm_import (
    realm_id integer PRIMARY KEY REFERENCES realm (id) ON DELETE CASCADE,
    fingerprint text NOT NULL UNIQUE,
    subdomain text NOT NULL,
    custom_host text,
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
`
