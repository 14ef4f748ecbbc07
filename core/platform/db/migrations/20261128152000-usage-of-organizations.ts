import { Migration } from '@mikro-orm/migrations'

/** Keeps how much organizations are used, in daily rows. */
export class UsageOfOrganizations extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE usage_day (
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        day date NOT NULL,
        active_people integer NOT NULL DEFAULT 0,
        active_week integer NOT NULL DEFAULT 0,
        public_messages integer NOT NULL DEFAULT 0,
        private_messages integer NOT NULL DEFAULT 0,
        direct_messages integer NOT NULL DEFAULT 0,
        storage_bytes bigint,
        PRIMARY KEY (realm_id, day)
      )`)
    this.addSql(`
      CREATE TABLE active_person_day (
        realm_id integer NOT NULL REFERENCES realm ON DELETE CASCADE,
        day date NOT NULL,
        user_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        PRIMARY KEY (realm_id, day, user_id)
      )`)
    this.addSql(`
      CREATE TABLE usage_cursor (
        realm_id integer PRIMARY KEY REFERENCES realm ON DELETE CASCADE,
        counted_to bigint NOT NULL
      )`)
  }
}
