import { raw } from '@mikro-orm/core'
import { MAX_DRAFTS } from '../../../config/limits.ts'
import { checkSynchronizesDrafts } from '../../people/accounts/synchronize.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { DraftId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { checkDraft, type DraftRequest } from './check.ts'
import { shownDraft } from './draft.ts'
import { Draft } from './entity.ts'
import { noSuchDraft, tooManyDrafts } from './errors.ts'

const EXISTS = statement('draft.exists', 'SELECT FROM draft WHERE id = $1 AND user_id = $2') // draft_pkey

/**
 * Stores all the drafts or none. Returns their ids in the order given. Throws when a draft is invalid
 * (spec.md "Draft"), when the user would have more than MAX_DRAFTS, and when the user's settings disable
 * synchronizing drafts.
 */
export async function createDrafts(caller: Caller, given: readonly DraftRequest[]): Promise<DraftId[]> {
  const { core, realm, user } = caller
  const checked = await realm.withFreshState(() => {
    checkSynchronizesDrafts(realm, user)
    return given.map((draft) => checkDraft(realm, user, draft))
  })
  if (checked.length === 0) return []
  return core.change(caller, async ({ tx, actor }) => {
    checkSynchronizesDrafts(realm, actor)
    const count = await tx.em.count(Draft, { userId: actor.id })
    if (count + checked.length > MAX_DRAFTS) {
      throw tooManyDrafts()
    }
    const rows = checked.map((draft) => tx.em.create(Draft, { ...draft, userId: actor.id }))
    await tx.em.flush()
    tx.emit({ type: 'drafts', op: 'add', drafts: rows.map(shownDraft) }, toUsers([actor.id]))
    return rows.map((row) => row.id)
  })
}

/** Replaces a draft. Throws `noSuchDraft` and as `createDrafts`. */
export async function editDraft(caller: Caller, id: DraftId, given: DraftRequest): Promise<void> {
  const { core, realm, user } = caller
  await realm.withFreshState(() => checkSynchronizesDrafts(realm, user))
  if ((await core.db.run(EXISTS, [id, user.id])).length === 0) throw noSuchDraft()
  const checked = await realm.withFreshState(() => checkDraft(realm, user, given))
  await core.change(caller, async ({ tx, actor }) => {
    const change = { ...checked, changedAt: raw('clock_timestamp()') }
    const updated = await tx.em.nativeUpdate(Draft, { id, userId: actor.id }, change)
    if (updated === 0) throw noSuchDraft()
    tx.emit({ type: 'drafts', op: 'update', draft: shownDraft({ ...checked, id }) }, toUsers([actor.id]))
  })
}

/** Throws `noSuchDraft`, and when the user's settings disable synchronizing drafts. */
export async function deleteDraft(caller: Caller, id: DraftId): Promise<void> {
  const { core, realm, user } = caller
  await realm.withFreshState(() => checkSynchronizesDrafts(realm, user))
  await core.change(caller, async ({ tx, actor }) => {
    const deleted = await tx.em.nativeDelete(Draft, { id, userId: actor.id })
    if (deleted === 0) throw noSuchDraft()
    tx.emit({ type: 'drafts', op: 'remove', draft_id: id }, toUsers([actor.id]))
  })
}
