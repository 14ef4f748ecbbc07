import { Migration } from '@mikro-orm/migrations'

/** Keeps the second factors of accounts: authenticator apps, recovery codes and passkeys. */
export class SecondFactors extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE authenticator (
        user_id integer PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        secret bytea NOT NULL,
        last_step bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`)
    this.addSql(`
      CREATE TABLE recovery_code (
        user_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        hash bytea NOT NULL,
        PRIMARY KEY (user_id, hash)
      )`)
    this.addSql(`
      CREATE TABLE passkey (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        credential_id text NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_used_at timestamptz,
        CONSTRAINT passkey_credential UNIQUE (realm_id, credential_id)
      )`)
    this.addSql('CREATE INDEX passkey_user ON passkey (user_id)')
    this.addSql('ALTER TABLE user_account ADD has_authenticator boolean NOT NULL DEFAULT false')
    this.addSql('ALTER TABLE user_account ADD passkey_count smallint NOT NULL DEFAULT 0')
  }
}
