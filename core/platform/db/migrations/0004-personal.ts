import { Migration } from '@mikro-orm/migrations'

/** What a user keeps for oneself: drafts, saved snippets, alert words, how loud each topic is. */
export class Personal extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE draft (
        id serial PRIMARY KEY,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        -- '' unaddressed, 'stream' (recipient_ids is one channel), 'private' (users).
        type text NOT NULL,
        recipient_ids integer[] NOT NULL,
        topic text NOT NULL,
        content text NOT NULL,
        -- Unix seconds, as the client says.
        edited_at bigint NOT NULL,
        CHECK (type IN ('', 'stream', 'private') AND (type = '') = (recipient_ids = '{}'))
      );
      CREATE INDEX draft_user ON draft (user_id, edited_at, id);

      CREATE TABLE saved_snippet (
        id serial PRIMARY KEY,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        title text NOT NULL,
        content text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX saved_snippet_user ON saved_snippet (user_id, id);

      CREATE TABLE alert_word (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        word text NOT NULL,
        -- In lower case, as messages are searched for it.
        folded text NOT NULL
      );
      CREATE UNIQUE INDEX alert_word_user ON alert_word (user_id, folded);
      CREATE INDEX alert_word_realm ON alert_word (realm_id, id);

      CREATE TABLE user_topic (
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        channel_id integer NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
        topic text NOT NULL,
        -- 1 muted, 2 unmuted, 3 followed; 0, as the channel is, has no row.
        visibility_policy smallint NOT NULL CHECK (visibility_policy BETWEEN 1 AND 3),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE UNIQUE INDEX user_topic_user ON user_topic (user_id, channel_id, lower(topic));
      CREATE INDEX user_topic_channel ON user_topic (channel_id, lower(topic));
    `)
  }
}
