import { Migration } from '@mikro-orm/migrations'

/** What pages that messages link say of themselves. */
export class LinkPreviews extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE link_preview (
        url text PRIMARY KEY,
        -- What there is to show of the page; null for nothing.
        preview jsonb,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX link_preview_expires ON link_preview (expires_at);
    `)
  }
}
