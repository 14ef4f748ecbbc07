import { addMembers } from '../../channels/subscriptions/subscribe.ts'
import { storeNotices } from '../../messaging/sending/notice.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { HistoryImport } from './entity.ts'
import { HISTORY_ARRIVED, type HistoryJob } from './jobs.ts'

const ANNOUNCE = statement(
  'history.announce',
  `UPDATE history_import SET is_announced = true WHERE id = $1 AND realm_id = $2 AND NOT is_announced
   RETURNING acting_user_id AS "actingUserId"`, // history_import_pkey
)
const IS_SUBSCRIBED = statement(
  'history.is-subscribed',
  'SELECT FROM subscription WHERE user_id = $1 LIMIT 1', // subscription_pkey
)

/**
 * Tells the owner of an imported organization by a message and a mail that its history is there, and
 * subscribes an owner who is new there to the default channels. Does so once.
 */
export async function announceHistory(core: Core, job: HistoryJob): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  await core.changeAsSystem(realm, async (tx) => {
    const [found] = await tx.run<Columns<typeof HistoryImport, 'actingUserId'>>(ANNOUNCE, [job.id, realm.id])
    const owner = found?.actingUserId == null ? undefined : realm.users.get(found.actingUserId)
    if (owner === undefined || !owner.isActive) return
    if ((await tx.run(IS_SUBSCRIBED, [owner.id])).length === 0) {
      const channels = [...realm.channels].filter(({ isDefault, isArchived }) => isDefault && !isArchived)
      await addMembers(
        tx,
        realm,
        channels.map((channel) => ({ channel, users: [owner.id] })),
      )
    }
    const content = noticeTexts(realm).historyArrived('/#organization/bring-history')
    await storeNotices(tx, core, realm, [{ to: { user: owner.id }, content }])
    tx.enqueue(HISTORY_ARRIVED, { realm: realm.id, user: owner.id })
  })
}
