import { Migration } from '@mikro-orm/migrations'

/** Beside the head of a log, the position of the newest entry that changes what processes keep in memory. */
export class StatePosition extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE event_head ADD COLUMN state_seq bigint NOT NULL DEFAULT 0;
      -- At least as far as the newest such entry: memory that is behind catches up once.
      UPDATE event_head SET state_seq = seq;
    `)
  }
}
