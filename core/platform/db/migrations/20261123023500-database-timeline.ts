import { Migration } from '@mikro-orm/migrations'

/** Remembers the timeline of the WAL, so that processes notice that a standby was promoted. */
export class DatabaseTimeline extends Migration {
  override up(): void {
    this.addSql('CREATE TABLE database_timeline (timeline int PRIMARY KEY)')
  }
}
