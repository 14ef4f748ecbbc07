import { Migration } from '@mikro-orm/migrations'

/** Which notices that are shown once people have been shown. */
export class Onboarding extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      CREATE TABLE onboarding_step_seen (
        user_id integer NOT NULL REFERENCES user_account (id),
        step text NOT NULL,
        PRIMARY KEY (user_id, step)
      );
    `)
  }
}
