import { Migration } from '@mikro-orm/migrations'

/** Uploads that have begun are counted when another begins. */
export class UnfinishedUploads extends Migration {
  override up(): void {
    this.addSql('CREATE INDEX pending_upload_realm ON pending_upload (realm_id, owner_id)')
  }
}
