import { Migration } from '@mikro-orm/migrations'

/**
 * Notes that the words of former messages have to be listed again: tags inside a line of text separate no
 * words now, as in `**un**known` and coloured code. A database without messages has none.
 */
export class WordRulesOfInlineTags extends Migration {
  override up(): void {
    this.addSql(
      'UPDATE word_rules SET number = 4, message_id = CASE WHEN NOT EXISTS (SELECT FROM message) THEN 0 END',
    )
  }
}
