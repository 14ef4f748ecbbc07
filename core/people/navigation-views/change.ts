import { toUsers } from '../../platform/events/audience.ts'
import type { Caller } from '../../state/caller.ts'
import { NavigationView as NavigationViewRow } from './entity.ts'
import { noSuchView, tooManyViews, viewExists } from './errors.ts'
import { checkName, checkView, type NavigationView, navigationViewsOf } from './view.ts'

export const MAX_VIEWS = 1_000

/** Adds a view. Throws when it is malformed, and when a view with its fragment or name exists. */
export async function addNavigationView(caller: Caller, given: NavigationView): Promise<void> {
  const { core } = caller
  const view = checkView(given)
  await core.change(caller, async ({ tx, actor }) => {
    const views = await navigationViewsOf(tx, actor.id)
    checkIsFree(views, view)
    if (views.length >= MAX_VIEWS) throw tooManyViews(MAX_VIEWS)
    const { fragment, is_pinned: isPinned, name } = view
    await tx.em.insert(NavigationViewRow, { userId: actor.id, fragment, isPinned, name })
    tx.emit({ type: 'navigation_view', op: 'add', navigation_view: view }, toUsers([actor.id]))
  })
}

/**
 * Changes a view; emits nothing when nothing is different. Throws NOT_FOUND, and for a malformed or used
 * name.
 */
export async function changeNavigationView(
  caller: Caller,
  fragment: string,
  given: { readonly is_pinned?: boolean; readonly name?: string },
): Promise<void> {
  const { core } = caller
  const name = given.name === undefined ? undefined : checkName(fragment, given.name)
  await core.change(caller, async ({ tx, actor }) => {
    const views = await navigationViewsOf(tx, actor.id)
    const former = views.find((view) => view.fragment === fragment)
    if (former === undefined) throw noSuchView('NOT_FOUND')
    const data = {
      ...(given.is_pinned !== undefined &&
        given.is_pinned !== former.is_pinned && { is_pinned: given.is_pinned }),
      ...(name !== undefined && name !== former.name && { name }),
    }
    if (Object.keys(data).length === 0) return
    const view = { ...former, ...data }
    checkIsFree(
      views.filter((view) => view !== former),
      view,
    )
    const row = { userId: actor.id, fragment }
    await tx.em.nativeUpdate(NavigationViewRow, row, { isPinned: view.is_pinned, name: view.name })
    tx.emit({ type: 'navigation_view', op: 'update', fragment, data }, toUsers([actor.id]))
  })
}

/** Removes a view. Throws 404 when the user has no such view. */
export async function removeNavigationView(caller: Caller, fragment: string): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const removed = await tx.em.nativeDelete(NavigationViewRow, { userId: actor.id, fragment })
    if (removed === 0) throw noSuchView('BAD_REQUEST')
    tx.emit({ type: 'navigation_view', op: 'remove', fragment }, toUsers([actor.id]))
  })
}

function checkIsFree(others: readonly NavigationView[], { fragment, name }: NavigationView): void {
  const isTaken = (other: NavigationView) =>
    other.fragment === fragment || (name !== null && other.name === name)
  if (others.some(isTaken)) throw viewExists()
}
