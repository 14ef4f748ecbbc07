/** Conversations and messages. */
export const messages = /* sql */ `
  CREATE TABLE conversation (
    id bigserial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    channel_id integer REFERENCES channel (id),
    topic text,
    participant_ids integer[],
    renames jsonb,
    CHECK ((channel_id IS NULL) = (topic IS NULL) AND (channel_id IS NULL) = (participant_ids IS NOT NULL))
  );
  CREATE UNIQUE INDEX conversation_direct ON conversation (realm_id, participant_ids) WHERE channel_id IS NULL;
  CREATE UNIQUE INDEX conversation_topic ON conversation (channel_id, lower(topic))
    WHERE channel_id IS NOT NULL;

  CREATE TABLE conversation_participant (
    user_id integer NOT NULL REFERENCES user_account (id),
    conversation_id bigint NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, conversation_id)
  );

  -- Ids are taken before rows are written, in the order of commits.
  CREATE SEQUENCE message_id_seq AS bigint;

  CREATE TABLE message (
    id bigint PRIMARY KEY,
    realm_id integer NOT NULL,
    conversation_id bigint NOT NULL REFERENCES conversation (id),
    channel_id integer,
    sender_id integer NOT NULL,
    client text NOT NULL,
    content text NOT NULL,
    rendered_content text NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    bits smallint NOT NULL DEFAULT 0,
    last_edit_at timestamptz,
    last_moved_at timestamptz,
    edit_history jsonb,
    arrived_at bigint,
    language smallint NOT NULL DEFAULT 0,
    arrival_id bigint
  );
  CREATE INDEX message_arrival ON message (realm_id, arrival_id) WHERE arrival_id IS NOT NULL;
  CREATE INDEX message_channel ON message (channel_id, id) WHERE channel_id IS NOT NULL;
  CREATE INDEX message_conversation ON message (conversation_id, id);
  CREATE INDEX message_media ON message (realm_id, id) WHERE bits & 80 <> 0;
  CREATE INDEX message_moved ON message (channel_id, id) WHERE arrival_id IS NOT NULL;
  CREATE INDEX message_realm ON message (realm_id, id);
  CREATE INDEX message_sender ON message (sender_id, id);
  CREATE INDEX message_sender_conversation ON message (sender_id, conversation_id, id);
  CREATE INDEX message_wildcard ON message (realm_id, id) WHERE bits & 6 <> 0;

  CREATE TABLE sent_message (
    sender_id integer NOT NULL REFERENCES user_account (id),
    queue_id text NOT NULL,
    local_id text NOT NULL,
    message_id bigint NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (sender_id, queue_id, local_id)
  );
  CREATE INDEX sent_message_age ON sent_message (sent_at);

  CREATE TABLE reaction (
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
`
