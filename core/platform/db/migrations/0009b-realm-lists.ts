import { Migration } from '@mikro-orm/migrations'

/** What an organization keeps lists of, and what a person keeps in the sidebar. */
export class RealmLists extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- Addresses under these may join when addresses are restricted.
      CREATE TABLE realm_domain (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        -- In lower case.
        domain text NOT NULL,
        allow_subdomains boolean NOT NULL,
        UNIQUE (realm_id, domain)
      );

      CREATE TABLE linkifier (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        pattern text NOT NULL,
        url_template text NOT NULL,
        -- They are tried in this order.
        position integer NOT NULL,
        UNIQUE (realm_id, pattern)
      );

      CREATE TABLE playground (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        name text NOT NULL,
        language text NOT NULL,
        url_template text NOT NULL,
        UNIQUE (realm_id, language, name)
      );

      CREATE TABLE realm_emoji (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        name text NOT NULL,
        -- Null when nobody is known to have added it.
        author_id integer REFERENCES user_account (id),
        -- Deactivated ones still show where they were used.
        is_deactivated boolean NOT NULL DEFAULT false,
        -- Name of the file with the picture, below the emoji of the organization.
        file_name text NOT NULL,
        is_animated boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX realm_emoji_name ON realm_emoji (realm_id, name) WHERE NOT is_deactivated;
      CREATE INDEX realm_emoji_realm ON realm_emoji (realm_id, id);

      CREATE TABLE navigation_view (
        id serial PRIMARY KEY,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        fragment text NOT NULL,
        is_pinned boolean NOT NULL,
        name text,
        UNIQUE (user_id, fragment)
      );
    `)
  }
}
