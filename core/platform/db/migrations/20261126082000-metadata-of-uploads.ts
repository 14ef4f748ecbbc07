import { Migration } from '@mikro-orm/migrations'

/** Keeps the metadata of a resumable upload, which its client may ask for. */
export class MetadataOfUploads extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE pending_upload ADD COLUMN metadata text')
  }
}
