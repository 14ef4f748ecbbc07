/** Uploaded files and previews of links. */
export const files = /* sql */ `
  CREATE TABLE attachment (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    owner_id integer NOT NULL REFERENCES user_account (id),
    name text NOT NULL,
    path_id text NOT NULL UNIQUE,
    storage_key text NOT NULL UNIQUE,
    content_type text NOT NULL,
    size bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    released_at timestamptz
  );
  CREATE INDEX attachment_owner ON attachment (owner_id, id);

  CREATE TABLE attachment_message (
    attachment_id integer NOT NULL REFERENCES attachment (id) ON DELETE CASCADE,
    message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    PRIMARY KEY (attachment_id, message_id)
  );
  CREATE INDEX attachment_message_message ON attachment_message (message_id);

  CREATE TABLE attachment_picture (
    attachment_id integer PRIMARY KEY REFERENCES attachment (id) ON DELETE CASCADE,
    content_type text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    frames integer NOT NULL,
    is_ready boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
  CREATE INDEX attachment_picture_waiting ON attachment_picture (created_at) WHERE NOT is_ready;

  CREATE TABLE upload_space (
    realm_id integer PRIMARY KEY REFERENCES realm (id),
    used_bytes bigint NOT NULL
  );

  CREATE TABLE pending_upload (
    storage_key text PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    owner_id integer NOT NULL REFERENCES user_account (id),
    name text NOT NULL,
    content_type text NOT NULL,
    length bigint,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz NOT NULL,
    path_id text
  );
  CREATE INDEX pending_upload_expires ON pending_upload (expires_at);
  CREATE INDEX pending_upload_realm ON pending_upload (realm_id, owner_id);

  CREATE TABLE link_preview (
    url text PRIMARY KEY,
    preview jsonb,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX link_preview_expires ON link_preview (expires_at);
`
