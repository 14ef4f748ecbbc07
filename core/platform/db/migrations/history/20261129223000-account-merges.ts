import { Migration } from '@mikro-orm/migrations'

/** Keeps which accounts were merged into others, and how far the work is. */
export class AccountMerges extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE user_account ADD COLUMN merged_into_id integer REFERENCES user_account')
    this.addSql(`
      CREATE TABLE account_merge (
        from_id integer PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        into_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        acting_user_id integer REFERENCES user_account ON DELETE CASCADE,
        status text NOT NULL DEFAULT 'requested'
          CHECK (status IN ('requested', 'started', 'succeeded', 'failed')),
        requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        attempt integer NOT NULL DEFAULT 0,
        step text NOT NULL DEFAULT 'own-unread',
        reached bigint NOT NULL DEFAULT 0,
        done integer NOT NULL DEFAULT 0,
        total integer NOT NULL DEFAULT 0,
        alive_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        finished_at timestamptz,
        failure text
      )`)
    this.addSql('CREATE INDEX account_merge_into ON account_merge (into_id)')
    this.addSql("CREATE INDEX account_merge_live ON account_merge (realm_id) WHERE status <> 'succeeded'")
    this.addSql(
      'CREATE INDEX user_account_merged_into ON user_account (merged_into_id) WHERE merged_into_id IS NOT NULL',
    )
  }
}
