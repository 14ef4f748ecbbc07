import { MAX_PLAYGROUNDS } from '../../../config/limits.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { checkPlayground, type Playground } from '../../state/linkifiers/playground.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { Playground as PlaygroundRow } from './entity.ts'
import { noSuchPlayground, playgroundExists, tooManyPlaygrounds } from './errors.ts'

/**
 * Adds a playground. Resolves to its id. Throws when it is malformed, and when the language has a playground
 * of that name. Throws `tooManyPlaygrounds`.
 */
export async function addPlayground(caller: Caller, given: Omit<Playground, 'id'>): Promise<number> {
  const { core, realm } = caller
  const playground = checkPlayground(given)
  const { name, pygments_language, url_template } = playground
  return core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const { playgrounds } = realm.lists
    if (
      playgrounds.some(
        (playground) => playground.name === name && playground.pygments_language === pygments_language,
      )
    ) {
      throw playgroundExists()
    }
    if (playgrounds.length >= MAX_PLAYGROUNDS) throw tooManyPlaygrounds(MAX_PLAYGROUNDS)
    const id = await tx.em.insert(PlaygroundRow, {
      realmId: realm.id,
      name,
      language: pygments_language,
      urlTemplate: url_template,
    })
    const added = { id, ...playground }
    await growList(tx, realm, actor.id, 'playgrounds', growthBy(playgrounds, [added]))
    emitPlaygrounds(tx, [...playgrounds, added])
    return id
  })
}

/** Removes a playground. Throws when there is no such playground. */
export async function removePlayground(caller: Caller, id: number): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const rest = realm.lists.playgrounds.filter((playground) => playground.id !== id)
    if (rest.length === realm.lists.playgrounds.length) throw noSuchPlayground()
    await tx.em.nativeDelete(PlaygroundRow, { id })
    emitPlaygrounds(tx, rest)
  })
}

function emitPlaygrounds(tx: Tx, playgrounds: readonly Playground[]): void {
  emitChange(tx, { type: '_lists', lists: { playgrounds } })
  tx.emit({ type: 'realm_playgrounds', realm_playgrounds: playgrounds }, toRealm)
}
