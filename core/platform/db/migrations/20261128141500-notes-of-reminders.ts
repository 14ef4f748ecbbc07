import { Migration } from '@mikro-orm/migrations'

/**
 * Keeps of each reminder the note alone: its text is made of the note and the message when it is shown, so
 * no former text of the message remains.
 */
export class NotesOfReminders extends Migration {
  override up(): void {
    // The note follows the first line, if it ends with `Note:`, as a quotation.
    this.addSql(`UPDATE scheduled_message SET rendered_content = '', content = rtrim(regexp_replace(
        coalesce(substring(content FROM E'^[^\\n]*[.] Note:\\n((?:> [^\\n]*(?:\\n|$))*)'), ''), '^> ', '', 'gn'), E'\\n')
      WHERE reminder_target_id IS NOT NULL`)
  }
}
