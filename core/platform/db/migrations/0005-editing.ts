import { Migration } from '@mikro-orm/migrations'

/** What happens to a message after it was sent: edits, moves, reactions, what is added to a widget. */
export class Editing extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE message
        -- When its content was changed, and when its topic or channel was: null for never.
        ADD COLUMN last_edit_at timestamptz,
        ADD COLUMN last_moved_at timestamptz,
        -- As clients see it, the newest change first.
        ADD COLUMN edit_history jsonb;

      CREATE TABLE reaction (
        -- Reactions are shown in the order in which they were added.
        id bigserial NOT NULL,
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account (id),
        emoji_name text NOT NULL,
        emoji_code text NOT NULL,
        reaction_type text NOT NULL,
        PRIMARY KEY (message_id, reaction_type, emoji_code, user_id)
      );

      CREATE TABLE submessage (
        id bigserial PRIMARY KEY,
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        sender_id integer NOT NULL REFERENCES user_account (id),
        msg_type text NOT NULL,
        content text NOT NULL
      );
      CREATE INDEX submessage_message ON submessage (message_id, id);
    `)
  }
}
