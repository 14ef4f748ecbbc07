import { Migration } from '@mikro-orm/migrations'

/** Messages that are sent at a later time: what people write for others, and reminders for themselves. */
export class Scheduled extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE scheduled_message (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        user_id integer NOT NULL REFERENCES user_account (id),
        -- The channel with its topic, or the people; reminders have neither, they go to the user.
        channel_id integer REFERENCES channel (id),
        topic text,
        recipient_ids integer[],
        content text NOT NULL,
        rendered_content text NOT NULL,
        client text NOT NULL,
        read_by_sender boolean,
        deliver_at timestamptz NOT NULL,
        -- Why it could not be sent; null while it has not been tried.
        failure text,
        -- What a reminder is about.
        reminder_target_id bigint
      );
      CREATE INDEX scheduled_message_user ON scheduled_message (user_id, deliver_at);
    `)
  }
}
