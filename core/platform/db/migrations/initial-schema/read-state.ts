/** The read state of users, and their flags on messages. */
export const readState = /* sql */ `
  CREATE TABLE read_pointer (
    user_id integer NOT NULL REFERENCES user_account (id),
    conversation_id bigint NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    message_id bigint NOT NULL,
    PRIMARY KEY (user_id, conversation_id)
  );

  CREATE TABLE message_flag (
    user_id integer NOT NULL REFERENCES user_account (id),
    message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    bits smallint NOT NULL,
    PRIMARY KEY (user_id, message_id)
  );
  CREATE INDEX message_flag_alerted ON message_flag (user_id, message_id) WHERE bits & 32 <> 0;
  CREATE INDEX message_flag_kept ON message_flag (user_id, message_id) WHERE bits & 28 <> 0 OR bits & 3 = 1;
  CREATE INDEX message_flag_mentioned ON message_flag (user_id, message_id) WHERE bits & 144 <> 0;
  CREATE INDEX message_flag_message ON message_flag (message_id);
  CREATE INDEX message_flag_starred ON message_flag (user_id, message_id) WHERE bits & 4 <> 0;
  CREATE INDEX message_flag_unread ON message_flag (user_id, message_id) WHERE bits & 3 = 1;
`
