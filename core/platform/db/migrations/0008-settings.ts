import { Migration } from '@mikro-orm/migrations'

/** Personal settings, what they are for those who join, and changes that wait for a confirmation by e-mail. */
export class Settings extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- What differs from the product's defaults, by the wire's names.
      ALTER TABLE user_account ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';
      UPDATE user_account SET settings = jsonb_strip_nulls(jsonb_build_object(
        'receives_typing_notifications', CASE WHEN NOT receives_typing_notifications THEN false END,
        'send_read_receipts', CASE WHEN NOT send_read_receipts THEN false END))
      WHERE NOT (receives_typing_notifications AND send_read_receipts);
      ALTER TABLE user_account DROP COLUMN receives_typing_notifications, DROP COLUMN send_read_receipts;
      ALTER TABLE realm ADD COLUMN user_settings_defaults jsonb NOT NULL DEFAULT '{}';

      -- What somebody may do who has the secret of a link in an e-mail; only its hash is kept.
      CREATE TABLE confirmation (
        token_hash bytea PRIMARY KEY,
        realm_id integer NOT NULL REFERENCES realm (id),
        kind text NOT NULL,
        user_id integer REFERENCES user_account (id),
        email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX confirmation_user ON confirmation (user_id, kind);
    `)
  }
}
