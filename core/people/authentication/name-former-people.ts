import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import { bareIssuer } from './external/issuer-here.ts'
import { methodsOfServer } from './methods.ts'

const JOIN = statement(
  'external-identity.name-former',
  // external_identity_subject
  `INSERT INTO external_identity (realm_id, user_id, issuer, subject, last_log_in_at, created_at)
   SELECT e.realm_id, e.user_id, p.issuer, e.subject, e.last_log_in_at, e.created_at
   FROM jsonb_to_recordset($1::jsonb) AS p(issuer text, former text, organizations jsonb)
   JOIN realm r ON p.organizations IS NULL OR p.organizations ? r.subdomain
   JOIN external_identity e ON e.realm_id = r.id AND e.issuer IN (p.former, p.former || '/')
   WHERE NOT EXISTS (SELECT FROM external_identity known, jsonb_to_recordset($1::jsonb) AS other(issuer text, former text)
     WHERE known.realm_id = e.realm_id AND known.subject = e.subject AND known.issuer = other.issuer
       AND other.former = p.former)
     AND NOT EXISTS (SELECT FROM log_in_provider c
       WHERE c.realm_id = e.realm_id AND c.kind IN ('jwt', 'saml') AND e.issuer = CASE c.kind
         WHEN 'jwt' THEN c.settings->>'issuer'
         ELSE substring(c.settings->>'metadata' FROM '\\sentityID\\s*=\\s*["'']([^"'']+)["'']') END)
   ON CONFLICT DO NOTHING`,
)

/**
 * Joins the people who have logged in at the server's providers of OpenID Connect and GitHub before providers
 * had people of their own. Leaves out people who already belong to one of these providers: a provider that is
 * added later must not get them. Leaves out people of an issuer that a JWT or SAML provider claims too,
 * because either of the two may have named them.
 */
export async function nameFormerPeople(core: Core): Promise<void> {
  const offered = methodsOfServer(core).flatMap(({ method: { issuer }, organizations }) =>
    issuer === undefined ? [] : [{ issuer, former: bareIssuer(issuer), organizations }],
  )
  const claimed = new Set(
    offered.filter(({ issuer }) => /^(?:jwt|saml):/.test(issuer)).map(({ former }) => former),
  )
  const providers = offered.filter(
    ({ issuer, former }) => /^(?:openid|github):/.test(issuer) && !claimed.has(former),
  )
  if (providers.length > 0) await core.db.run(JOIN, [JSON.stringify(providers)])
}
