import { Migration } from '@mikro-orm/migrations'

/** How far the people of an organization have been looked through for its weekly digest. */
export class Digests extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE digest_cursor (
        realm_id integer PRIMARY KEY REFERENCES realm (id) ON DELETE CASCADE,
        -- The day of the digest, and the last of the people, by id, who was looked at for it.
        day date NOT NULL,
        user_id integer NOT NULL
      );
    `)
  }
}
