import { Migration } from '@mikro-orm/migrations'

/** Messages with an image or an attachment are few: they are found wherever they were sent. */
export class Media extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE INDEX message_media ON message (realm_id, id) WHERE bits & 80 <> 0;
    `)
  }
}
