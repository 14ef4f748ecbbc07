import { Migration } from '@mikro-orm/migrations'

/** Which uploaded files are pictures, and whether their smaller versions are there. */
export class Thumbnails extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE attachment_picture (
        attachment_id integer PRIMARY KEY REFERENCES attachment (id) ON DELETE CASCADE,
        -- What the bytes are, whatever the uploader said.
        content_type text NOT NULL,
        -- In pixels, upright.
        width integer NOT NULL,
        height integer NOT NULL,
        frames integer NOT NULL,
        is_ready boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX attachment_picture_waiting ON attachment_picture (created_at) WHERE NOT is_ready;
    `)
  }
}
