import { Migration } from '@mikro-orm/migrations'

/** Keeps the token with which the files of an archive are fetched, until the archive is checked. */
export class TokensOfHistoryImports extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE history_import ADD COLUMN sealed_token bytea')
  }
}
