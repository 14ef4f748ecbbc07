import { MAX_DRAFTS } from '../../../config/limits.ts'
import { checkSynchronizesDrafts } from '../../people/users/synchronize.ts'
import { statement } from '../../platform/db/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { DraftId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { checkDraft, type DraftRequest } from './check.ts'
import { DRAFT_COLUMNS, type Draft } from './draft.ts'
import { noSuchDraft, tooManyDrafts } from './errors.ts'

const COUNT = statement('draft.count', 'SELECT count(*) AS count FROM draft WHERE user_id = $1') // draft_user
const INSERT = statement(
  'draft.insert',
  `INSERT INTO draft (user_id, type, recipient_ids, topic, content, edited_at)
   SELECT $1, type, recipient_ids::int[], topic, content, edited_at
   FROM (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int8[])
         WITH ORDINALITY AS d (type, recipient_ids, topic, content, edited_at, n) ORDER BY n) d
   RETURNING ${DRAFT_COLUMNS}`,
)
const UPDATE = statement(
  'draft.update',
  `UPDATE draft SET type = $3, recipient_ids = $4, topic = $5, content = $6, edited_at = $7
   WHERE id = $1 AND user_id = $2 RETURNING ${DRAFT_COLUMNS}`, // draft_pkey
)
const EXISTS = statement('draft.exists', 'SELECT FROM draft WHERE id = $1 AND user_id = $2') // draft_pkey
const DELETE = statement('draft.delete', 'DELETE FROM draft WHERE id = $1 AND user_id = $2 RETURNING id') // draft_pkey

/**
 * Stores all the drafts or none. Returns their ids in the order given. Throws when a draft is invalid (spec.md "Draft"),
 * when the user would have more than MAX_DRAFTS, and when the user's settings disable synchronizing drafts.
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
    const [stored] = await tx.run<{ count: number }>(COUNT, [actor.id])
    if (stored!.count + checked.length > MAX_DRAFTS) {
      throw tooManyDrafts()
    }
    const drafts = await tx.run<Draft>(INSERT, [
      actor.id,
      checked.map((draft) => draft.type),
      checked.map((draft) => `{${draft.to.join(',')}}`),
      checked.map((draft) => draft.topic),
      checked.map((draft) => draft.content),
      checked.map((draft) => draft.timestamp),
    ])
    tx.emit({ type: 'drafts', op: 'add', drafts }, toUsers([actor.id]))
    return drafts.map((draft) => draft.id)
  })
}

/** Replaces a draft. Throws `noSuchDraft` and as `createDrafts`. */
export async function editDraft(caller: Caller, id: DraftId, given: DraftRequest): Promise<void> {
  const { core, realm, user } = caller
  await realm.withFreshState(() => checkSynchronizesDrafts(realm, user))
  if ((await core.db.run(EXISTS, [id, user.id])).length === 0) throw noSuchDraft()
  const { type, to, topic, content, timestamp } = await realm.withFreshState(() =>
    checkDraft(realm, user, given),
  )
  await core.change(caller, async ({ tx, actor }) => {
    const values = [id, actor.id, type, to, topic, content, timestamp]
    const [draft] = await tx.run<Draft>(UPDATE, values)
    if (draft === undefined) throw noSuchDraft()
    tx.emit({ type: 'drafts', op: 'update', draft }, toUsers([actor.id]))
  })
}

/** Throws `noSuchDraft`, and when the user's settings disable synchronizing drafts. */
export async function deleteDraft(caller: Caller, id: DraftId): Promise<void> {
  const { core, realm, user } = caller
  await realm.withFreshState(() => checkSynchronizesDrafts(realm, user))
  await core.change(caller, async ({ tx, actor }) => {
    if ((await tx.run(DELETE, [id, actor.id])).length === 0) throw noSuchDraft()
    tx.emit({ type: 'drafts', op: 'remove', draft_id: id }, toUsers([actor.id]))
  })
}
