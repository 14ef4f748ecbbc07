import { Migration } from '@mikro-orm/migrations'

/** Lets deactivated organizations be deleted after a date. */
export class DeletionOfOrganizations extends Migration {
  override up(): void {
    this.addSql(
      'ALTER TABLE realm ADD COLUMN deletion_date date, ADD COLUMN is_deleting boolean NOT NULL DEFAULT false',
    )
    this.addSql('CREATE INDEX realm_deletion ON realm (deletion_date) WHERE deletion_date IS NOT NULL')
  }
}
