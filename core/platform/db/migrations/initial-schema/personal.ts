/** Personal objects of users. */
export const personal = /* sql */ `
  CREATE TABLE draft (
    id serial PRIMARY KEY,
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    type text NOT NULL,
    recipient_ids integer[] NOT NULL,
    topic text NOT NULL,
    content text NOT NULL,
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

  CREATE TABLE scheduled_message (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    user_id integer NOT NULL REFERENCES user_account (id),
    channel_id integer REFERENCES channel (id),
    topic text,
    recipient_ids integer[],
    content text NOT NULL,
    rendered_content text NOT NULL,
    client text NOT NULL,
    read_by_sender boolean,
    deliver_at timestamptz NOT NULL,
    failure text,
    reminder_target_id bigint
  );
  CREATE INDEX scheduled_message_user ON scheduled_message (user_id, deliver_at);

  CREATE TABLE alert_word (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    word text NOT NULL,
    folded text NOT NULL
  );
  CREATE INDEX alert_word_realm ON alert_word (realm_id, id);
  CREATE UNIQUE INDEX alert_word_user ON alert_word (user_id, folded);

  CREATE TABLE muted_user (
    realm_id integer NOT NULL REFERENCES realm (id),
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    muted_user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    muted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, muted_user_id)
  );
  CREATE INDEX muted_user_realm ON muted_user (realm_id);

  CREATE TABLE navigation_view (
    id serial PRIMARY KEY,
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    fragment text NOT NULL,
    is_pinned boolean NOT NULL,
    name text,
    UNIQUE (user_id, fragment)
  );

  CREATE TABLE onboarding_step_seen (
    user_id integer NOT NULL REFERENCES user_account (id),
    step text NOT NULL,
    PRIMARY KEY (user_id, step)
  );
`
