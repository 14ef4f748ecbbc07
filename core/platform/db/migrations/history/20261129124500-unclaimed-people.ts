import { Migration } from '@mikro-orm/migrations'

/** Keeps which imported people have never logged in. Nobody knows it of people imported before. */
export class UnclaimedPeople extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE unclaimed_person (
        user_id integer PRIMARY KEY REFERENCES user_account ON DELETE CASCADE,
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        mails integer NOT NULL DEFAULT 0,
        mailed_at timestamptz,
        refuses_mail boolean NOT NULL DEFAULT false
      )`)
    this.addSql('CREATE INDEX unclaimed_person_realm ON unclaimed_person (realm_id, user_id)')
  }
}
