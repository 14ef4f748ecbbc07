import { Migration } from '@mikro-orm/migrations'

/** What an organization has set for itself. */
export class RealmSettings extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- By their names on the wire; what was never changed is not there, name and description never.
      ALTER TABLE realm ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';
      UPDATE realm SET settings = '{"enable_read_receipts": false}' WHERE NOT enable_read_receipts;
      ALTER TABLE realm DROP COLUMN enable_read_receipts;
    `)
  }
}
