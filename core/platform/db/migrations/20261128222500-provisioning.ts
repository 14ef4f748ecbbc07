import { Migration } from '@mikro-orm/migrations'

/** Keeps the tokens of directories that manage accounts and groups, and their names for these. */
export class Provisioning extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE provisioning_token (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        name text NOT NULL,
        token_hash text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_used_at timestamptz,
        CONSTRAINT provisioning_token_hash UNIQUE (realm_id, token_hash)
      );
      CREATE TABLE provisioned_account (
        user_id integer PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        user_name text NOT NULL,
        external_id text,
        is_removed boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX provisioned_account_user_name ON provisioned_account (realm_id, lower(user_name));
      CREATE INDEX provisioned_account_external_id ON provisioned_account (realm_id, external_id);
      CREATE TABLE provisioned_group (
        group_id integer PRIMARY KEY REFERENCES user_group ON DELETE CASCADE,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        external_id text
      );
      CREATE INDEX provisioned_group_realm ON provisioned_group (realm_id)`)
  }
}
