import { Migration } from '@mikro-orm/migrations'

/** Finds the rows that say "read" when a pointer passes them, without reading other flags of the user. */
export class IndexExplicitReadState extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX message_flag_read ON message_flag (user_id, message_id) WHERE bits & 3 = 3')
  }
}
