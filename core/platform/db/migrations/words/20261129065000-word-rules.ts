import { Migration } from '@mikro-orm/migrations'

/**
 * Notes that the words of former messages have to be listed again, because words of addresses behind links
 * and signs with variants came to the rules after them. A new database has none.
 */
export class WordRules extends Migration {
  override up(): void {
    this.addSql('CREATE TABLE word_rules (number integer PRIMARY KEY, message_id bigint NULL)')
    this.addSql(
      'INSERT INTO word_rules (number, message_id) SELECT 2, CASE WHEN NOT EXISTS (SELECT FROM message) THEN 0 END',
    )
  }
}
