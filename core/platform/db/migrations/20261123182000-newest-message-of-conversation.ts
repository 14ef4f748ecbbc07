import { Migration } from '@mikro-orm/migrations'

/**
 * Notes the newest message of each conversation, so that read state skips the conversations that a user has
 * read to their end. Triggers keep the column, because processes of the former version send and move messages
 * while they are replaced. They leave out rows without a value, so an import writes messages without locking
 * conversations. A job fills the rows that exist, because the migration would lock them until it ends. It
 * runs when no process of the former version creates conversations any more.
 */
export class NewestMessageOfConversation extends Migration {
  override up(): void {
    // Room for new versions of a row on its page, so that a message changes no index of conversations.
    this.addSql('ALTER TABLE conversation ADD COLUMN newest_message_id bigint, SET (fillfactor = 80)')
    this.addSql(`
      -- A session keeps the plan. The settings make it look conversations up by key, also when it is made while there are few.
      CREATE FUNCTION note_sent_messages() RETURNS trigger LANGUAGE plpgsql
      SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
        BEGIN
          UPDATE conversation c SET newest_message_id = sent.id
          FROM (SELECT conversation_id, max(id) AS id FROM added GROUP BY conversation_id) sent
          WHERE c.id = sent.conversation_id AND c.newest_message_id < sent.id;
          RETURN NULL;
        END
      $$`)
    this.addSql(`
      CREATE TRIGGER message_sent AFTER INSERT ON message REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION note_sent_messages()`)
    this.addSql(`
      CREATE FUNCTION note_moved_message() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          UPDATE conversation c SET newest_message_id = NEW.id
          WHERE c.id = NEW.conversation_id AND c.newest_message_id < NEW.id;
          RETURN NULL;
        END
      $$`)
    this.addSql(`
      CREATE TRIGGER message_moved_to AFTER UPDATE OF conversation_id ON message FOR EACH ROW
        WHEN (OLD.conversation_id <> NEW.conversation_id) EXECUTE FUNCTION note_moved_message()`)
    this.addSql(`
      INSERT INTO job_outbox (queue, name, data, due_at)
      SELECT 'upkeep', 'fill-newest-messages', '{}', clock_timestamp() + interval '1 hour'
      WHERE EXISTS (SELECT FROM conversation)`)
  }
}
