import { Migration } from '@mikro-orm/migrations'

/** A whole topic is renamed by one row: what its messages then show of it is kept with the conversation. */
export class Moving extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- The newest first; each speaks of the messages up to an id that were in the conversation at its time.
      ALTER TABLE conversation ADD COLUMN renames jsonb;
      -- Microseconds since 1970 when the message was moved to its conversation; null when it was sent there.
      ALTER TABLE message ADD COLUMN arrived_at bigint;
    `)
  }
}
