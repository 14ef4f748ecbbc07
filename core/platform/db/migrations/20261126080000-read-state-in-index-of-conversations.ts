import { Migration } from '@mikro-orm/migrations'

/**
 * Finds the unread messages of a conversation, and one sender's messages in it, without a look at the
 * messages themselves.
 */
export class ReadStateInIndexOfConversations extends Migration {
  override up(): void {
    this.addSql('ALTER INDEX message_conversation RENAME TO message_conversation_before')
    this.addSql(
      'CREATE INDEX message_conversation ON message (conversation_id, id) INCLUDE (sender_id, bits)',
    )
    this.addSql('DROP INDEX message_conversation_before')
    this.addSql('ALTER INDEX message_sender_conversation RENAME TO message_sender_conversation_before')
    this.addSql(
      'CREATE INDEX message_sender_conversation ON message (sender_id, conversation_id, id) INCLUDE (bits)',
    )
    this.addSql('DROP INDEX message_sender_conversation_before')
  }
}
