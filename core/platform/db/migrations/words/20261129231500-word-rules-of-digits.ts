import { Migration } from '@mikro-orm/migrations'

/**
 * Notes that the words of former messages have to be listed again: digits of many scripts are ASCII digits
 * now, letters of Persian keyboards those of Arabic ones, and emphasis separates no East Asian words. A
 * database without messages has none.
 */
export class WordRulesOfDigits extends Migration {
  override up(): void {
    this.addSql(
      'UPDATE word_rules SET number = 3, message_id = CASE WHEN NOT EXISTS (SELECT FROM message) THEN 0 END',
    )
  }
}
