import { Migration } from '@mikro-orm/migrations'

/** Keeps a person's identity at a provider of log-ins. */
export class ExternalIdentities extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE external_identity (
        id serial PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT external_identity_subject UNIQUE (realm_id, issuer, subject),
        CONSTRAINT external_identity_user UNIQUE (user_id, issuer)
      )`)
  }
}
