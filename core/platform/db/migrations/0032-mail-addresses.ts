import { Migration } from '@mikro-orm/migrations'

/** Finds the accounts of an address in all organizations: mails to people of several say which one writes. */
export class MailAddresses extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE INDEX user_account_address ON user_account (lower(delivery_email)) WHERE is_active AND NOT is_bot;
    `)
  }
}
