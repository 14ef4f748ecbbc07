import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import { statement } from '../../../platform/db/statements/statement.ts'
import type { RealmId } from '../../../platform/ids.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { Core } from '../../../state/core.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { ProviderKind } from '../external/kind.ts'
import { providerNetwork } from '../external/network.ts'
import { openProvider } from '../external/stored.ts'
import { issuerOf } from './entry.ts'
import { LDAP } from './kind.ts'

const REALMS = statement(
  'directory.realms',
  `SELECT DISTINCT p.realm_id AS id FROM log_in_provider p JOIN realm r ON r.id = p.realm_id
   WHERE p.kind = 'ldap' AND p.is_enabled AND NOT r.is_deactivated ORDER BY 1`,
)

const JOINED_REALMS = statement(
  'directory.joined-realms',
  // external_identity_subject
  `SELECT id FROM realm r WHERE NOT is_deactivated
     AND EXISTS (SELECT FROM external_identity e WHERE e.realm_id = r.id AND e.issuer = $1) ORDER BY 1`,
)

/** A directory that an organization uses. */
export interface EnabledDirectory {
  readonly realm: RealmState
  readonly provider: LdapProvider
  readonly network: PublicNetwork | undefined
}

/** Whether the hourly job asks a directory. */
const isAsked = ({ synchronizes, deactivates_gone: deactivates }: LdapProvider): boolean =>
  synchronizes || deactivates

/** The directories that the hourly job asks: the operator's, then those of organizations. */
export async function* enabledDirectories(core: Core): AsyncGenerator<EnabledDirectory> {
  for (const { kind, organizations, provider } of core.options.logInProviders ?? []) {
    const directory = provider as LdapProvider
    if (kind !== LDAP.name || !isAsked(directory)) continue
    for (const { id } of await core.db.run<{ id: RealmId }>(JOINED_REALMS, [issuerOf(directory)])) {
      const realm = await core.realms.get(id)
      if (realm === undefined || organizations?.includes(realm.record.subdomain) === false) continue
      yield { realm, provider: directory, network: undefined }
    }
  }
  for (const { id } of await core.db.run<{ id: RealmId }>(REALMS, [])) {
    const realm = await core.realms.get(id)
    if (realm === undefined) continue
    await realm.sync()
    for (const stored of realm.lists.logInProviders) {
      if (stored.kind !== LDAP.name || !stored.isEnabled) continue
      const provider = openProvider(core, realm.id, LDAP as ProviderKind, stored) as LdapProvider | undefined
      if (provider === undefined || !isAsked(provider)) continue
      yield { realm, provider, network: providerNetwork(core) }
    }
  }
}
