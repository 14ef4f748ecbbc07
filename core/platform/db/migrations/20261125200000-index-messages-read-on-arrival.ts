import { Migration } from '@mikro-orm/migrations'

/** Finds the messages that arrived read for everyone, which are few, without testing all others. */
export class IndexMessagesReadOnArrival extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX message_arrives_read ON message (realm_id, id) WHERE bits & 128 <> 0')
  }
}
