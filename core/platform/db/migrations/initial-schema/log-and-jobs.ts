/** The event log and the job outbox. */
export const logAndJobs = /* sql */ `
  CREATE TABLE event_head (
    realm_id integer PRIMARY KEY REFERENCES realm (id),
    seq bigint NOT NULL DEFAULT 0,
    state_seq bigint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 10);

  CREATE TABLE event_log (
    realm_id integer NOT NULL,
    seq bigint NOT NULL,
    payload text NOT NULL,
    audience text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (realm_id, seq)
  );
  CREATE INDEX event_log_internal ON event_log (realm_id, seq) WHERE audience = '_';

  CREATE TABLE job_outbox (
    id bigserial PRIMARY KEY,
    queue text NOT NULL,
    name text NOT NULL,
    data json NOT NULL,
    due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    failed_at timestamptz,
    failure text
  );
  CREATE INDEX job_outbox_due ON job_outbox (due_at, id) WHERE failed_at IS NULL;
  CREATE INDEX job_outbox_failed ON job_outbox (failed_at) WHERE failed_at IS NOT NULL;
`
