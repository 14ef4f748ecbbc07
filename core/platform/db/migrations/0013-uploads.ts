import { Migration } from '@mikro-orm/migrations'

/** Uploaded files, which messages link them, and uploads that are not complete yet. */
export class Uploads extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE attachment (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        owner_id integer NOT NULL REFERENCES user_account (id),
        -- As its uploader calls it.
        name text NOT NULL,
        -- Its address below /user_uploads/: realm, random text, a name that is safe in a URL.
        path_id text NOT NULL UNIQUE,
        -- What its bytes are stored under.
        storage_key text NOT NULL UNIQUE,
        content_type text NOT NULL,
        size bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- When a message ceased to link it; null for never.
        released_at timestamptz
      );
      CREATE INDEX attachment_owner ON attachment (owner_id, id);

      CREATE TABLE attachment_message (
        attachment_id integer NOT NULL REFERENCES attachment (id) ON DELETE CASCADE,
        message_id bigint NOT NULL REFERENCES message (id) ON DELETE CASCADE,
        PRIMARY KEY (attachment_id, message_id)
      );
      CREATE INDEX attachment_message_message ON attachment_message (message_id);

      CREATE TABLE upload_space (
        realm_id integer PRIMARY KEY REFERENCES realm (id),
        used_bytes bigint NOT NULL
      );

      -- Written before the first byte is stored, so that no bytes are stored that nobody knows of.
      CREATE TABLE pending_upload (
        storage_key text PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        owner_id integer NOT NULL REFERENCES user_account (id),
        name text NOT NULL,
        content_type text NOT NULL,
        -- In bytes, as declared; null for an upload in one request.
        length bigint,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        -- What it has become, kept until it expires for a client that did not hear of it.
        path_id text
      );
      CREATE INDEX pending_upload_expires ON pending_upload (expires_at);
    `)
  }
}
