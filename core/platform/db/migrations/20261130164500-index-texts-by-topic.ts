import { Migration } from '@mikro-orm/migrations'

/** Finds the drafts and scheduled messages that follow a topic which is moved. */
export class IndexTextsByTopic extends Migration {
  override up(): void {
    this.addSql("CREATE INDEX draft_topic ON draft ((recipient_ids[1]), lower(topic)) WHERE type = 'stream'")
    this.addSql(
      'CREATE INDEX scheduled_message_topic ON scheduled_message (channel_id, lower(topic)) WHERE channel_id IS NOT NULL',
    )
  }
}
