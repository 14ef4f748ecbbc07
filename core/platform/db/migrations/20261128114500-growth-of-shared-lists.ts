import { Migration } from '@mikro-orm/migrations'

/** Counts each person's additions of a day to lists that every register response contains. */
export class GrowthOfSharedLists extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE list_growth (
        user_id integer NOT NULL REFERENCES user_account ON DELETE CASCADE,
        list text NOT NULL,
        day date NOT NULL,
        items integer NOT NULL,
        bytes integer NOT NULL,
        PRIMARY KEY (user_id, list)
      )`)
  }
}
