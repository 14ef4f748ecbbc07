import { Migration } from '@mikro-orm/migrations'

const ISSUER = `CASE p.kind WHEN 'github' THEN substring(p.settings->>'address' FROM '^https?://[^/]+')
  ELSE rtrim(p.settings->>'issuer', '/') END`

/** What portals and providers of SAML claim to be, which had no people of their own once. */
const CLAIMED = `CASE c.kind WHEN 'jwt' THEN c.settings->>'issuer'
  ELSE substring(c.settings->>'metadata' FROM '\\sentityID\\s*=\\s*["'']([^"'']+)["'']') END`

/**
 * Gives each provider of OpenID Connect and each GitHub of an organization people of its own. Whoever has
 * logged in at several with one issuer stays joined at each. Where a portal or a provider of SAML claims the
 * issuer too, people are joined again by their addresses, because nobody knows who named them. The former
 * rows stay for processes of the former version, and for the server's providers (`nameFormerPeople`).
 */
export class PeopleOfProviders extends Migration {
  override up(): void {
    this.addSql(`
      INSERT INTO external_identity
        (realm_id, user_id, issuer, subject, photo_hash, photo_path, last_log_in_at, created_at)
      SELECT e.realm_id, e.user_id, p.kind || ':organization:' || p.name || ':' || ${ISSUER}, e.subject,
        e.photo_hash, e.photo_path, e.last_log_in_at, e.created_at
      FROM external_identity e JOIN log_in_provider p
        ON p.realm_id = e.realm_id AND p.kind IN ('openid', 'github') AND rtrim(e.issuer, '/') = ${ISSUER}
      WHERE NOT EXISTS (SELECT FROM log_in_provider c
        WHERE c.realm_id = e.realm_id AND c.kind IN ('jwt', 'saml') AND ${CLAIMED} = e.issuer)
      ON CONFLICT DO NOTHING`)
  }
}
