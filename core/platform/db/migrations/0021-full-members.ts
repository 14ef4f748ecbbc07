import { Migration } from '@mikro-orm/migrations'

/** Up to when it has been told who has become a full member by the time that has passed. */
export class FullMembers extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE realm ADD full_members_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now());
      CREATE INDEX user_account_joined ON user_account (realm_id, joined_at) WHERE role = 400;
    `)
  }
}
