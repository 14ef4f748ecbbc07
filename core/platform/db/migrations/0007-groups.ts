import { Migration } from '@mikro-orm/migrations'

/** User groups: who is in them, which groups they contain, and who may do what with them. */
export class Groups extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      ALTER TABLE user_group
        ADD COLUMN creator_id integer REFERENCES user_account (id),
        -- Null: from before the time was kept.
        ADD COLUMN date_created timestamptz,
        ADD COLUMN is_deactivated boolean NOT NULL DEFAULT false,
        -- Group settings by their names on the wire, where they differ from the default.
        ADD COLUMN group_settings jsonb NOT NULL DEFAULT '{}';
      ALTER TABLE user_group ALTER COLUMN date_created SET DEFAULT now();

      -- Who is in a system group follows from roles: it has no rows.
      CREATE TABLE group_member (
        group_id integer NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
        PRIMARY KEY (group_id, user_id)
      );
      CREATE INDEX group_member_user ON group_member (user_id);

      CREATE TABLE group_subgroup (
        group_id integer NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
        subgroup_id integer NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
        PRIMARY KEY (group_id, subgroup_id)
      );
      CREATE INDEX group_subgroup_subgroup ON group_subgroup (subgroup_id);
    `)
  }
}
