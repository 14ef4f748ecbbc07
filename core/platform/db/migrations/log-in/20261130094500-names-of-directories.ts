import { Migration } from '@mikro-orm/migrations'

/** Keeps the names of people as their directory writes them. */
export class NamesOfDirectories extends Migration {
  override up(): void {
    this.addSql(
      'ALTER TABLE provisioned_account ADD COLUMN formatted_name text, ADD COLUMN given_name text, ADD COLUMN family_name text',
    )
  }
}
