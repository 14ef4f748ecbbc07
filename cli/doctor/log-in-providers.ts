import type { Config } from '../../config/environment.ts'
import { MAX_DOCTOR_PROVIDERS } from '../../config/limits.ts'
import type { TestResult } from '../../core/people/authentication/external/kind.ts'
import { openProvider } from '../../core/people/authentication/external/stored.ts'
import { kindNamed, serverKindNamed } from '../../core/people/authentication/kinds.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { PublicNetwork } from '../../core/platform/net/public-network.ts'
import type { LogInProvider } from '../../core/state/realm/log-in-provider.ts'
import { type Finding, ok, type Row, runCheck, warning, wrong } from './check.ts'
import { DOCTOR_SETTINGS } from './postgres-servers.ts'

const AT_ONCE = 10

/** A provider as its organization has set it up. */
type Stored = Omit<LogInProvider, 'id' | 'isEnabled'> & {
  readonly realm: RealmId
  readonly subdomain: string
}

// log_in_provider_name, realm_pkey
const ENABLED = `SELECT p.realm_id AS realm, r.subdomain, p.kind, p.name, p.display_name AS "displayName", p.settings, p.secrets
  FROM log_in_provider p JOIN realm r ON r.id = p.realm_id
  WHERE p.is_enabled AND NOT r.is_deactivated ORDER BY p.realm_id, p.name LIMIT $1`

/**
 * Asks the providers that organizations have set up and switched on, as "Test this" does. Nobody is logged
 * in. Looks at MAX_DOCTOR_PROVIDERS.
 */
export async function checkProviders(
  databaseUrl: string,
  secretKey: string | undefined,
  { allowedPrivateAddresses }: Pick<Config, 'allowedPrivateAddresses'>,
): Promise<Row[]> {
  const found = await enabledProviders(databaseUrl)
  // The area of Postgres says why there is no answer.
  if (found === undefined) return []
  const network = new PublicNetwork(allowedPrivateAddresses)
  const rows: Row[] = []
  try {
    for (let from = 0; from < found.length; from += AT_ONCE) {
      const some = found.slice(from, from + AT_ONCE)
      rows.push(...(await Promise.all(some.map((one) => checked(one, secretKey, network)))))
    }
  } finally {
    await network.close()
  }
  return rows
}

/** Asks the providers of LOG_IN_PROVIDERS. Nobody is logged in. */
export const checkServerProviders = ({ logInProviders }: Pick<Config, 'logInProviders'>): Promise<Row[]> =>
  Promise.all(
    logInProviders.map(({ kind, provider }) =>
      runCheck({
        name: `Log-in with ${kind} ${provider.name}`,
        timeLimitMs: 25_000,
        advice: 'let this machine reach the provider',
        run: async () => findingOf(await serverKindNamed(kind)!.test(provider, undefined)),
      }),
    ),
  )

function findingOf({ isGood, found, advice }: TestResult): Finding {
  if (advice === undefined) return ok(found)
  return isGood ? warning(found, advice) : wrong(found, advice)
}

async function enabledProviders(databaseUrl: string): Promise<Stored[] | undefined> {
  try {
    const client = await connectOnce(databaseUrl, DOCTOR_SETTINGS)
    try {
      return (await client.query<Stored>(ENABLED, [MAX_DOCTOR_PROVIDERS])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  } catch {
    return undefined
  }
}

const checked = (one: Stored, secretKey: string | undefined, network: PublicNetwork): Promise<Row> =>
  runCheck({
    name: `Log-in with ${one.name} of ${one.subdomain === '' ? 'the root host' : one.subdomain}`,
    timeLimitMs: 25_000,
    advice: 'let this machine reach the provider',
    run: () => judged(one, secretKey, network),
  })

async function judged(one: Stored, secretKey: string | undefined, network: PublicNetwork): Promise<Finding> {
  const kind = kindNamed(one.kind)
  if (secretKey === undefined) return warning('its secrets cannot be read', 'set SECRET_KEY for this command')
  const opened = kind && openProvider({ options: { secretKey } }, one.realm, kind, one)
  if (kind === undefined || opened === undefined)
    return wrong('another version has stored it', 'let an owner of the organization enter it again')
  return findingOf(await kind.test(opened, network))
}
