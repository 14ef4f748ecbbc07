/** Channels, who is subscribed to them, and how users see them. */
export const channels = /* sql */ `
  CREATE TABLE channel_folder (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    rendered_description text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    creator_id integer REFERENCES user_account (id),
    "order" integer NOT NULL,
    is_archived boolean NOT NULL DEFAULT false
  );
  CREATE UNIQUE INDEX channel_folder_name ON channel_folder (realm_id, lower(name)) WHERE NOT is_archived;

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
    folder_id integer REFERENCES channel_folder (id),
    group_settings jsonb NOT NULL DEFAULT '{}',
    weekly_traffic integer,
    is_recently_active boolean NOT NULL DEFAULT true
  );
  CREATE INDEX channel_realm ON channel (realm_id);
  CREATE UNIQUE INDEX channel_realm_name ON channel (realm_id, lower(name)) WHERE NOT is_archived;

  ALTER TABLE user_account
    ADD FOREIGN KEY (default_sending_channel_id) REFERENCES channel (id),
    ADD FOREIGN KEY (default_events_register_channel_id) REFERENCES channel (id);

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
  CREATE INDEX subscription_loud ON subscription (channel_id, user_id)
    WHERE is_active AND (push_notifications OR email_notifications);

  CREATE TABLE subscription_span (
    user_id integer NOT NULL REFERENCES user_account (id),
    channel_id integer NOT NULL REFERENCES channel (id),
    from_id bigint NOT NULL,
    to_id bigint,
    PRIMARY KEY (user_id, channel_id, from_id)
  );
  CREATE INDEX subscription_span_closed ON subscription_span (channel_id, user_id) WHERE to_id IS NOT NULL;
  CREATE UNIQUE INDEX subscription_span_open ON subscription_span (channel_id, user_id) WHERE to_id IS NULL;

  CREATE TABLE default_channel_group (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    name text NOT NULL,
    description text NOT NULL,
    channel_ids integer[] NOT NULL,
    UNIQUE (realm_id, name)
  );

  CREATE TABLE user_topic (
    user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
    channel_id integer NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
    topic text NOT NULL,
    visibility_policy smallint NOT NULL CHECK (visibility_policy BETWEEN 1 AND 3),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX user_topic_channel ON user_topic (channel_id, lower(topic));
  CREATE UNIQUE INDEX user_topic_user ON user_topic (user_id, channel_id, lower(topic));

  CREATE TABLE channel_day (
    channel_id integer NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
    day date NOT NULL,
    messages integer NOT NULL,
    PRIMARY KEY (channel_id, day)
  );

  CREATE TABLE channel_traffic (
    realm_id integer PRIMARY KEY REFERENCES realm (id),
    counted_to bigint NOT NULL
  );
`
