import { Migration } from '@mikro-orm/migrations'

/** Notes when a draft was stored, so that drafts that were edited in the same second have an order. */
export class OrderOfDrafts extends Migration {
  override up(): void {
    // One value for all former drafts, whose ids keep their order, and which Postgres adds without writing
    // the rows.
    this.addSql('ALTER TABLE draft ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()')
    this.addSql('ALTER TABLE draft ALTER COLUMN changed_at SET DEFAULT clock_timestamp()')
  }
}
