import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { moveConversation } from './conversations.ts'
import type { AccountMerge } from './entity.ts'
import { ACCOUNTS_MERGED, type MergeJob } from './jobs.ts'
import type { Accounts, Part } from './part.ts'
import { moveFlags, movePointers, uniteOwnUnread } from './read-state.ts'
import { moveRest } from './rest.ts'
import { moveSenders } from './senders.ts'
import { MERGE_STEPS, type MergeStep } from './steps.ts'
import { type TextChange, textChange } from './text-change.ts'
import { moveTexts } from './texts.ts'

// All use account_merge_pkey. A superseded attempt changes nothing.
const BEGIN = statement(
  'merge.begin',
  `UPDATE account_merge SET status = 'started', attempt = attempt + 1, alive_at = clock_timestamp(), failure = NULL,
     total = greatest(total, done + (SELECT count(*) FROM message WHERE realm_id = $2)::int4
       + (SELECT count(*) FROM message WHERE sender_id = $1)::int4 + (SELECT count(*) FROM message_flag WHERE user_id = $1)::int4)
   WHERE from_id = $1 AND status <> 'succeeded' RETURNING attempt`,
)
const HOLD = statement(
  'merge.hold',
  `SELECT into_id AS "intoId", step, reached FROM account_merge
   WHERE from_id = $1 AND attempt = $2 AND status = 'started' FOR UPDATE`,
)
const REPORT = statement(
  'merge.report',
  `UPDATE account_merge SET step = $3, reached = $4, done = done + $5, total = greatest(total, done + $5), alive_at = clock_timestamp()
   WHERE from_id = $1 AND attempt = $2`,
)
const SUCCEED = statement(
  'merge.succeed',
  `UPDATE account_merge SET status = 'succeeded', done = total, alive_at = clock_timestamp(), finished_at = clock_timestamp()
   WHERE from_id = $1 AND attempt = $2`,
)
const FAIL = statement(
  'merge.fail',
  `UPDATE account_merge SET status = 'failed', failure = $3, alive_at = clock_timestamp()
   WHERE from_id = $1 AND attempt = $2 AND status = 'started'`,
)

type Held = Columns<typeof AccountMerge, 'intoId' | 'reached'> & { readonly step: MergeStep }

/** Does a part of a step, from `reached` on. Undefined when the step is done. */
type Work = (tx: Tx, accounts: Accounts, reached: number, change: TextChange) => Promise<Part | undefined>

const WORK: Readonly<Record<MergeStep, Work>> = {
  'own-unread': uniteOwnUnread,
  flags: moveFlags,
  pointers: movePointers,
  senders: moveSenders,
  conversations: moveConversation,
  texts: moveTexts,
  rest: async (tx, accounts, _, change) => {
    await moveRest(tx, accounts, change)
    return undefined
  },
}

/**
 * Gives the rows of one account to another one in bounded transactions. A later run continues where this one
 * ended. Throws the errors of the database; when `isLast`, it marks the merge as failed first, and the upkeep
 * begins it again.
 */
export async function runMerge(core: Core, job: MergeJob, isLast: boolean): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  const [begun] = await core.db.run<{ readonly attempt: number }>(BEGIN, [job.from, job.realm])
  if (begun === undefined) return
  try {
    while (await continueMerge(core, realm, job.from, begun.attempt));
  } catch (error) {
    if (isLast) await core.db.run(FAIL, [job.from, begun.attempt, (error as Error).message.slice(0, 1_000)])
    throw error
  }
}

/** Does the next part. False when the merge is done, or another attempt has taken over. */
const continueMerge = (core: Core, realm: RealmState, from: UserId, attempt: number): Promise<boolean> =>
  core.changeAsSystem(realm, async (tx) => {
    const [held] = await tx.run<Held>(HOLD, [from, attempt])
    if (held === undefined) return false
    const accounts = { from: realm.users.get(from)!, into: realm.users.get(held.intoId)! }
    const place = { id: realm.id, url: realmUrl(realm.record, core.options.rootUrl) }
    const part = await WORK[held.step](tx, accounts, held.reached, textChange(accounts, place))
    if (part !== undefined) {
      await tx.run(REPORT, [from, attempt, held.step, part.reached, part.count])
      return true
    }
    const next = MERGE_STEPS[MERGE_STEPS.indexOf(held.step) + 1]
    if (next !== undefined) {
      await tx.run(REPORT, [from, attempt, next, 0, 0])
      return true
    }
    await tx.run(SUCCEED, [from, attempt])
    tx.enqueue(ACCOUNTS_MERGED, { realm: realm.id, user: held.intoId, from })
    return false
  })
