import { Migration } from '@mikro-orm/migrations'

/** Whoever follows a link a second time is told that it was used. */
export class UsedConfirmations extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE confirmation ADD used_at timestamptz;
    `)
  }
}
