import { Migration } from '@mikro-orm/migrations'

/** Finds the resolved topics of a channel without reading its other topics. */
export class IndexResolvedTopics extends Migration {
  override up(): void {
    this.addSql(
      "CREATE INDEX conversation_resolved ON conversation (channel_id) WHERE starts_with(topic, '✔ ')",
    )
  }
}
