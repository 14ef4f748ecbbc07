import { Migration } from '@mikro-orm/migrations'

/** Jobs that have failed for good keep their row, and the reason. */
export class FailedJobs extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE job_outbox ADD failed_at timestamptz, ADD failure text;
      DROP INDEX job_outbox_due;
      CREATE INDEX job_outbox_due ON job_outbox (due_at, id) WHERE failed_at IS NULL;
      CREATE INDEX job_outbox_failed ON job_outbox (failed_at) WHERE failed_at IS NOT NULL;
    `)
  }
}
