import { Migration } from '@mikro-orm/migrations'

/**
 * Adds up to which message everybody has read a channel because it was archived
 * (`core/messaging/marking/mark-archived.ts`). Messages of channels that are archived now are read too.
 */
export class MessagesReadByArchiving extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE channel ADD COLUMN read_to bigint NOT NULL DEFAULT 0')
    this.addSql(`
      UPDATE channel c SET read_to = coalesce((
        SELECT m.id FROM message m WHERE m.realm_id = c.realm_id ORDER BY m.realm_id DESC, m.id DESC LIMIT 1), 0)
      WHERE c.is_archived`)
  }
}
