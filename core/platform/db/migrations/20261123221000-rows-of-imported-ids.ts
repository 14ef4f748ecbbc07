import { Migration } from '@mikro-orm/migrations'

/**
 * Lets a row hold many ids of an import, which spent a tenth of its time on one row for each id. Rows of an
 * import that has begun hold one id each.
 */
export class RowsOfImportedIds extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE imported_id ADD COLUMN later_old_ids bigint[] NOT NULL DEFAULT '{}',
        ADD COLUMN later_new_ids bigint[] NOT NULL DEFAULT '{}'`)
  }
}
