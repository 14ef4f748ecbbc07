import { Migration } from '@mikro-orm/migrations'

/**
 * Lets Postgres list 8 MiB of new words before it merges them into the index of messages, so that an import
 * merges seldom. Processes that store messages merge them much earlier
 * (`core/messaging/search/new-words.ts`).
 */
export class LongerListOfNewWords extends Migration {
  override up(): void {
    this.addSql('ALTER INDEX message_words SET (gin_pending_list_limit = 8192)')
  }
}
