/** Lists that an organization keeps. */
export const organizationLists = /* sql */ `
  CREATE TABLE realm_domain (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    domain text NOT NULL,
    allow_subdomains boolean NOT NULL,
    UNIQUE (realm_id, domain)
  );

  CREATE TABLE linkifier (
    id serial PRIMARY KEY,
    realm_id integer NOT NULL REFERENCES realm (id),
    pattern text NOT NULL,
    url_template text NOT NULL,
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
    author_id integer REFERENCES user_account (id),
    is_deactivated boolean NOT NULL DEFAULT false,
    file_name text NOT NULL,
    is_animated boolean NOT NULL DEFAULT false
  );
  CREATE UNIQUE INDEX realm_emoji_name ON realm_emoji (realm_id, name) WHERE NOT is_deactivated;
  CREATE INDEX realm_emoji_realm ON realm_emoji (realm_id, id);
`
