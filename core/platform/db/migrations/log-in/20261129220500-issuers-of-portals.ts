import { Migration } from '@mikro-orm/migrations'

const ENTITY_ID = `substring(p.settings->>'metadata' FROM '\\sentityID\\s*=\\s*["'']([^"'']+)["'']')`
const CLAIMED = `CASE p.kind WHEN 'saml' THEN ${ENTITY_ID} ELSE p.settings->>'issuer' END`

/**
 * Gives each portal (JWT) and each provider of SAML its own name in identities. People whose issuer two
 * providers of the organization have are joined again by their addresses, because nobody knows whose they
 * are. Remembers the last log-in of each identity, and gives the filters of directories indexes.
 */
export class IssuersOfPortals extends Migration {
  override up(): void {
    this.addSql(`
      WITH named AS (
        SELECT p.realm_id, min(p.kind) AS kind, min(p.name) AS name, ${CLAIMED} AS issuer
        FROM log_in_provider p WHERE p.kind IN ('saml', 'jwt', 'openid')
        GROUP BY 1, 4 HAVING count(*) = 1)
      UPDATE external_identity e SET issuer = n.kind || ':organization:' || n.name || ':' || n.issuer
      FROM named n WHERE n.realm_id = e.realm_id AND n.issuer = e.issuer AND n.kind <> 'openid'`)
    this.addSql(
      'ALTER TABLE external_identity ADD COLUMN last_log_in_at timestamptz DEFAULT clock_timestamp()',
    )
    this.addSql(
      'CREATE INDEX provisioned_account_prefix ON provisioned_account (realm_id, lower(user_name) text_pattern_ops)',
    )
    this.addSql('CREATE INDEX provisioned_group_external_id ON provisioned_group (realm_id, external_id)')
  }
}
