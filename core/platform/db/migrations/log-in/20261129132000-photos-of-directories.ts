import { Migration } from '@mikro-orm/migrations'

/**
 * Remembers the photo that a directory had last. Gives the directories of organizations a name of their own
 * in identities, and the accounts that a directory has deleted an index.
 */
export class PhotosOfDirectories extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE external_identity ADD COLUMN photo_hash text, ADD COLUMN photo_path text')
    this.addSql(`
      UPDATE external_identity e SET issuer = 'ldap:organization:' || p.name FROM log_in_provider p
      WHERE p.realm_id = e.realm_id AND p.kind = 'ldap' AND e.issuer = 'ldap:' || p.name`)
    this.addSql(
      'CREATE INDEX provisioned_account_removed ON provisioned_account (realm_id, user_id) WHERE is_removed',
    )
  }
}
