import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { checkDomain, type Domain } from '../../state/realm/domain.ts'
import { requireOwner } from '../../state/realm/permissions.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import { domainExists, noSuchDomain } from './errors.ts'

// All of these use realm_domain_realm_id_domain_key.
const INSERT = statement(
  'domain.insert',
  'INSERT INTO realm_domain (realm_id, domain, allow_subdomains) VALUES ($1, $2, $3) RETURNING id',
)
const UPDATE = statement(
  'domain.update',
  'UPDATE realm_domain SET allow_subdomains = $3 WHERE realm_id = $1 AND domain = $2',
)
const DELETE = statement('domain.delete', 'DELETE FROM realm_domain WHERE realm_id = $1 AND domain = $2')

/** Adds a domain. Resolves to its id and name. Throws when it is invalid or exists already. */
export async function addDomain(caller: Caller, given: Domain): Promise<[number, string]> {
  const { core, realm } = caller
  const domain = { domain: checkDomain(given.domain), allow_subdomains: given.allow_subdomains }
  return core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const { domains } = realm.lists
    if (domains.some((one) => one.domain === domain.domain)) {
      throw domainExists(domain.domain)
    }
    const values = [realm.id, domain.domain, domain.allow_subdomains]
    const [row] = await tx.run<{ id: number }>(INSERT, values)
    keep(tx, [...domains, domain])
    tx.emit({ type: 'realm_domains', op: 'add', realm_domain: domain }, toRealm)
    return [row!.id, domain.domain]
  })
}

/** Changes whether addresses of subdomains may join. Throws when there is no such domain. */
export async function changeDomain(caller: Caller, changed: Domain): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireOwner(actor)
    const { domains } = realm.lists
    const former = domains.find((one) => one.domain === changed.domain)
    if (former === undefined) throw noSuchDomain(changed.domain)
    if (former.allow_subdomains === changed.allow_subdomains) return
    await tx.run(UPDATE, [realm.id, changed.domain, changed.allow_subdomains])
    keep(
      tx,
      domains.map((one) => (one === former ? changed : one)),
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
    const rest = realm.lists.domains.filter((one) => one.domain !== domain)
    if (rest.length === realm.lists.domains.length) throw noSuchDomain(domain)
    await tx.run(DELETE, [realm.id, domain])
    keep(tx, rest)
    if (rest.length === 0 && realm.record.settings.emails_restricted_to_domains) {
      await saveSettings(tx, realm, { emails_restricted_to_domains: false })
    }
    tx.emit({ type: 'realm_domains', op: 'remove', domain }, toRealm)
  })
}

const keep = (tx: Tx, domains: readonly Domain[]): void =>
  emitChange(tx, { type: '_lists', lists: { domains } })
