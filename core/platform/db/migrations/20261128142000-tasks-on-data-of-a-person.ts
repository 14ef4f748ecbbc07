import { Migration } from '@mikro-orm/migrations'

/** Keeps which exports and erasures of a person's data somebody asked for. */
export class TasksOnDataOfAPerson extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE person_task (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        person_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        acting_user_id integer REFERENCES user_account ON DELETE CASCADE,
        kind text NOT NULL,
        deletes_messages boolean NOT NULL DEFAULT false,
        status text NOT NULL DEFAULT 'requested'
          CHECK (status IN ('requested', 'started', 'succeeded', 'failed', 'deleted')),
        name text UNIQUE,
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        attempt integer NOT NULL DEFAULT 0,
        storage_key text,
        done integer NOT NULL DEFAULT 0,
        total integer NOT NULL DEFAULT 0,
        alive_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        size bigint,
        failure text
      )`)
    this.addSql('CREATE INDEX person_task_person ON person_task (person_id, id)')
    this.addSql('CREATE INDEX person_task_realm ON person_task (realm_id, requested_at)')
    this.addSql(
      "CREATE INDEX person_task_live ON person_task (id) WHERE status IN ('requested', 'started', 'succeeded')",
    )
    this.addSql("CREATE UNIQUE INDEX person_task_erasure ON person_task (person_id) WHERE kind = 'erasure'")
  }
}
