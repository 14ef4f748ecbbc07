import { Migration } from '@mikro-orm/migrations'

/** Uploaded pictures of people and organizations. */
export class Pictures extends Migration {
  override up(): void {
    this.addSql(/* sql */ `
      -- Address of the uploaded avatar below /user_avatars/; null while there is none.
      ALTER TABLE user_account ADD avatar_path text;
      -- Uploaded icon and logos: { icon: { path, version }, … }; without a path when there is none any more.
      ALTER TABLE realm ADD images jsonb NOT NULL DEFAULT '{}';
    `)
  }
}
