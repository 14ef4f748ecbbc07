import { MAX_DOMAINS } from '../../../config/limits.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireOwner } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { checkDomain, type Domain } from '../../state/realm/domain.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { RealmDomain } from './entity.ts'
import { domainExists, noSuchDomain, tooManyDomains } from './errors.ts'

/**
 * Adds a domain. Resolves to its id and name. Throws when it is invalid or exists already, and
 * `tooManyDomains`.
 */
export async function addDomain(caller: Caller, given: Domain): Promise<[number, string]> {
  const { core, realm } = caller
  const domain = { domain: checkDomain(given.domain), allow_subdomains: given.allow_subdomains }
  return core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const { domains } = realm.lists
    if (domains.some((known) => known.domain === domain.domain)) {
      throw domainExists(domain.domain)
    }
    if (domains.length >= MAX_DOMAINS) throw tooManyDomains(MAX_DOMAINS)
    const id = await tx.em.insert(RealmDomain, {
      realmId: realm.id,
      domain: domain.domain,
      allowSubdomains: domain.allow_subdomains,
    })
    await growList(tx, realm, actor.id, 'domains', growthBy(domains, [domain]))
    emitDomains(tx, [...domains, domain])
    tx.emit({ type: 'realm_domains', op: 'add', realm_domain: domain }, toRealm)
    return [id, domain.domain]
  })
}

/** Changes whether addresses of subdomains may join. Throws when there is no such domain. */
export async function changeDomain(caller: Caller, changed: Domain): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const { domains } = realm.lists
    const former = domains.find((domain) => domain.domain === changed.domain)
    if (former === undefined) throw noSuchDomain(changed.domain)
    if (former.allow_subdomains === changed.allow_subdomains) return
    const row = { realmId: realm.id, domain: changed.domain }
    await tx.em.nativeUpdate(RealmDomain, row, { allowSubdomains: changed.allow_subdomains })
    emitDomains(
      tx,
      domains.map((domain) => (domain === former ? changed : domain)),
    )
    tx.emit({ type: 'realm_domains', op: 'change', realm_domain: changed }, toRealm)
  })
}

/**
 * Removes a domain. Removing the last one turns the restriction to domains off. Throws when there is no such
 * domain.
 */
export async function removeDomain(caller: Caller, domain: string): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const rest = realm.lists.domains.filter((known) => known.domain !== domain)
    if (rest.length === realm.lists.domains.length) throw noSuchDomain(domain)
    await tx.em.nativeDelete(RealmDomain, { realmId: realm.id, domain })
    emitDomains(tx, rest)
    if (rest.length === 0 && realm.record.settings.emails_restricted_to_domains) {
      await saveSettings(tx, realm, { emails_restricted_to_domains: false })
    }
    tx.emit({ type: 'realm_domains', op: 'remove', domain }, toRealm)
  })
}

const emitDomains = (tx: Tx, domains: readonly Domain[]): void =>
  emitChange(tx, { type: '_lists', lists: { domains } })
