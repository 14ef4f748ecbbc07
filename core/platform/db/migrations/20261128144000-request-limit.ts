import { Migration } from '@mikro-orm/migrations'

/** Lets an operator limit the requests of one organization. */
export class RequestLimit extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE realm ADD COLUMN max_requests_per_minute integer')
  }
}
