import { Migration } from '@mikro-orm/migrations'

/** What an operator lets single accounts do, beyond their role. */
export class AccountPermissions extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE user_account
        ADD can_create_users boolean NOT NULL DEFAULT false,
        ADD can_change_user_emails boolean NOT NULL DEFAULT false;
    `)
  }
}
