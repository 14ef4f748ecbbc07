import { MAX_LINKIFIERS } from '../../../config/limits.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { compileLinkifier, type Linkifier } from '../../state/linkifiers/compile.ts'
import { fieldIsBlank } from '../../state/linkifiers/errors.ts'
import { wireLinkifier } from '../../state/linkifiers/linkifier.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { Linkifier as LinkifierRow } from './entity.ts'
import { incompleteLinkifierOrder, linkifierExists, noSuchLinkifier, tooManyLinkifiers } from './errors.ts'

export type NewLinkifier = Omit<Linkifier, 'id'>

/**
 * Adds a linkifier after all others. Resolves to its id. Throws when its pattern or template is invalid, and
 * when its pattern exists already.
 */
export async function addLinkifier(caller: Caller, given: NewLinkifier): Promise<number> {
  const { core, realm } = caller
  const linkifier = checked(given)
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const { linkifiers } = realm.lists
    checkIsFree(linkifiers, linkifier)
    if (linkifiers.length >= MAX_LINKIFIERS) {
      throw tooManyLinkifiers(MAX_LINKIFIERS)
    }
    const { pattern, urlTemplate } = linkifier
    // Removed linkifiers leave gaps, so the last position may be beyond the number of linkifiers.
    const [last] = await tx.em.find(
      LinkifierRow,
      { realmId: realm.id },
      { orderBy: { position: 'desc' }, limit: 1 },
    )
    const id = await tx.em.insert(LinkifierRow, {
      realmId: realm.id,
      pattern,
      urlTemplate,
      position: (last?.position ?? 0) + 1,
    })
    const added = { id, ...linkifier }
    await growList(tx, realm, actor.id, 'linkifiers', growthBy(linkifiers, [added]))
    emitLinkifiers(tx, [...linkifiers, added])
    return id
  })
}

/**
 * Changes a linkifier, which keeps its position. Throws when there is no such linkifier, and as
 * `addLinkifier`.
 */
export async function changeLinkifier(caller: Caller, id: number, given: NewLinkifier): Promise<void> {
  const { core, realm } = caller
  const linkifier = { id, ...checked(given) }
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const { linkifiers } = realm.lists
    const former = linkifiers.find((linkifier) => linkifier.id === id)
    if (former === undefined) throw noSuchLinkifier()
    checkIsFree(
      linkifiers.filter((linkifier) => linkifier !== former),
      linkifier,
    )
    await growList(tx, realm, actor.id, 'linkifiers', growthBy(linkifiers, [linkifier], [former]))
    const { pattern, urlTemplate } = linkifier
    await tx.em.nativeUpdate(LinkifierRow, { id }, { pattern, urlTemplate })
    emitLinkifiers(
      tx,
      linkifiers.map((known) => (known === former ? linkifier : known)),
    )
  })
}

/** Removes a linkifier. Throws when there is no such linkifier. */
export async function removeLinkifier(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const rest = realm.lists.linkifiers.filter((linkifier) => linkifier.id !== id)
    if (rest.length === realm.lists.linkifiers.length) throw noSuchLinkifier()
    await tx.em.nativeDelete(LinkifierRow, { id })
    emitLinkifiers(tx, rest)
  })
}

/** Reorders the linkifiers. Throws unless each is named exactly once. */
export async function orderLinkifiers(caller: Caller, ids: readonly number[]): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const known = new Map(realm.lists.linkifiers.map((linkifier) => [linkifier.id, linkifier]))
    const ordered = ids.flatMap((id) => known.get(id) ?? [])
    const isEach = new Set(ids).size === ids.length && ordered.length === ids.length
    if (!isEach || ids.length !== known.size) {
      throw incompleteLinkifierOrder()
    }
    for (const [index, { id }] of ordered.entries()) {
      tx.em.getReference(LinkifierRow, id).position = index + 1
    }
    emitLinkifiers(tx, ordered)
  })
}

function checked({ pattern, urlTemplate }: NewLinkifier): NewLinkifier {
  const linkifier = { pattern: pattern.trim(), urlTemplate: urlTemplate.trim() }
  if (linkifier.pattern === '' || linkifier.urlTemplate === '') {
    throw fieldIsBlank()
  }
  compileLinkifier(linkifier)
  return linkifier
}

function checkIsFree(others: readonly Linkifier[], { pattern }: NewLinkifier): void {
  if (others.some((other) => other.pattern === pattern)) {
    throw linkifierExists()
  }
}

function emitLinkifiers(tx: Tx, linkifiers: readonly Linkifier[]): void {
  emitChange(tx, { type: '_lists', lists: { linkifiers } })
  tx.emit({ type: 'realm_linkifiers', realm_linkifiers: linkifiers.map(wireLinkifier) }, toRealm)
}
