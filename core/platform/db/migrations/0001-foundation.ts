import { Migration } from '@mikro-orm/migrations'

/** Organizations, people, channels, conversations, messages, read state, the event log and the job outbox. */
export class Foundation extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE realm (
        id serial PRIMARY KEY,
        subdomain text NOT NULL UNIQUE,
        custom_host text UNIQUE,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        is_deactivated boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE user_account (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        email text NOT NULL,
        delivery_email text NOT NULL,
        full_name text NOT NULL,
        role smallint NOT NULL,
        is_active boolean NOT NULL DEFAULT true,
        is_bot boolean NOT NULL DEFAULT false,
        bot_type smallint,
        bot_owner_id integer REFERENCES user_account (id),
        timezone text NOT NULL DEFAULT '',
        avatar_version integer NOT NULL DEFAULT 1,
        key_version integer NOT NULL DEFAULT 1,
        password_hash text,
        joined_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX user_account_realm_email ON user_account (realm_id, lower(delivery_email));

      CREATE TABLE user_group (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        is_system_group boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX user_group_realm_name ON user_group (realm_id, lower(name));

      CREATE TABLE channel (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        rendered_description text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        creator_id integer REFERENCES user_account (id),
        is_private boolean NOT NULL DEFAULT false,
        is_web_public boolean NOT NULL DEFAULT false,
        is_archived boolean NOT NULL DEFAULT false,
        history_public_to_subscribers boolean NOT NULL DEFAULT true,
        message_retention_days integer,
        topics_policy text NOT NULL DEFAULT 'inherit',
        first_message_id bigint,
        is_default boolean NOT NULL DEFAULT false,
        -- Null: the system group that the setting begins with.
        can_remove_subscribers_group integer REFERENCES user_group (id),
        can_subscribe_group integer REFERENCES user_group (id)
      );
      CREATE UNIQUE INDEX channel_realm_name ON channel (realm_id, lower(name)) WHERE NOT is_archived;
      CREATE INDEX channel_realm ON channel (realm_id);

      -- A row stays when its user unsubscribes, so that the colour and the rest return with the user.
      CREATE TABLE subscription (
        user_id integer NOT NULL REFERENCES user_account (id),
        channel_id integer NOT NULL REFERENCES channel (id),
        is_active boolean NOT NULL DEFAULT true,
        color text NOT NULL,
        is_muted boolean NOT NULL DEFAULT false,
        pin_to_top boolean NOT NULL DEFAULT false,
        desktop_notifications boolean,
        email_notifications boolean,
        wildcard_mentions_notify boolean,
        push_notifications boolean,
        audible_notifications boolean,
        PRIMARY KEY (user_id, channel_id)
      );
      CREATE INDEX subscription_channel ON subscription (channel_id, user_id) WHERE is_active;

      -- The messages of the channel with from_id <= id < to_id reached this user as a subscriber.
      CREATE TABLE subscription_span (
        user_id integer NOT NULL REFERENCES user_account (id),
        channel_id integer NOT NULL REFERENCES channel (id),
        from_id bigint NOT NULL,
        to_id bigint,
        PRIMARY KEY (user_id, channel_id, from_id)
      );
      CREATE UNIQUE INDEX subscription_span_open ON subscription_span (channel_id, user_id) WHERE to_id IS NULL;

      -- A topic of a channel, or a set of direct-message participants.
      CREATE TABLE conversation (
        id bigserial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        channel_id integer REFERENCES channel (id),
        topic text,
        participant_ids integer[],
        CHECK ((channel_id IS NULL) = (topic IS NULL) AND (channel_id IS NULL) = (participant_ids IS NOT NULL))
      );
      CREATE UNIQUE INDEX conversation_topic ON conversation (channel_id, lower(topic)) WHERE channel_id IS NOT NULL;
      CREATE UNIQUE INDEX conversation_direct ON conversation (realm_id, participant_ids) WHERE channel_id IS NULL;

      CREATE TABLE conversation_participant (
        user_id integer NOT NULL REFERENCES user_account (id),
        conversation_id bigint NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        PRIMARY KEY (user_id, conversation_id)
      );

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
        -- 1 read by its sender, 2 channel wildcard mention, 4 topic wildcard mention, 8 has a link, 16 has an image, 32 /me
        bits smallint NOT NULL DEFAULT 0
      );
      CREATE INDEX message_conversation ON message (conversation_id, id);
      CREATE INDEX message_channel ON message (channel_id, id) WHERE channel_id IS NOT NULL;
      CREATE INDEX message_sender ON message (sender_id, id);
      CREATE INDEX message_realm ON message (realm_id, id);

      CREATE TABLE read_pointer (
        user_id integer NOT NULL REFERENCES user_account (id),
        conversation_id bigint NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
        message_id bigint NOT NULL,
        PRIMARY KEY (user_id, conversation_id)
      );

      -- Only where a user's state differs from what the pointer and the spans say.
      CREATE TABLE message_flag (
        user_id integer NOT NULL REFERENCES user_account (id),
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        bits smallint NOT NULL,
        PRIMARY KEY (user_id, message_id)
      );
      CREATE INDEX message_flag_message ON message_flag (message_id);

      -- One narrow row per realm; its lock is what makes seq order commit order.
      CREATE TABLE event_head (
        realm_id integer PRIMARY KEY REFERENCES realm (id),
        seq bigint NOT NULL DEFAULT 0
      ) WITH (fillfactor = 10);

      CREATE TABLE event_log (
        realm_id integer NOT NULL,
        seq bigint NOT NULL,
        payload text NOT NULL,
        audience text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (realm_id, seq)
      );
      -- Changes of membership: what a gateway needs to say who was subscribed at a past position.
      CREATE INDEX event_log_internal ON event_log (realm_id, seq) WHERE audience = '_';

      CREATE TABLE job_outbox (
        id bigserial PRIMARY KEY,
        queue text NOT NULL,
        name text NOT NULL,
        data json NOT NULL,
        -- When it is to be handed to its queue, again if need be; the row goes when the job is done.
        due_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX job_outbox_due ON job_outbox (due_at);
    `)
  }
}
