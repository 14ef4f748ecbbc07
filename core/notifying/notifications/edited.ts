import type { NewMentions } from '../../messaging/editing/new-mentions.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { takeJob } from '../../platform/jobs/outbox.ts'
import type { Core } from '../../state/core.ts'
import { mentionedSince } from './candidates.ts'
import { SENT_COLUMNS, type SentMessage } from './cursor.ts'
import { notify } from './notify.ts'

const SENT = statement(
  'notifications.sent-message',
  // message_pkey
  `SELECT ${SENT_COLUMNS} FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE m.id = $1`,
)

/**
 * Notifies users whom an edited message newly mentions, unless they were notified of the message before. The
 * job ends in the same transaction, so that its effect happens once, however often it runs.
 */
export async function notifyOfEdit(
  core: Core,
  job: NewMentions,
  outboxId: number | undefined,
): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  await realm.sync()
  await core.transact(job.realm, async (tx) => {
    if (!(await takeJob(tx, outboxId))) return
    const [message] = await tx.run<SentMessage>(SENT, [job.message])
    if (message === undefined) return
    const since = { ...message, bits: job.wildcards }
    await notify(tx, core, realm, await mentionedSince(tx, realm, since, job.mentioned))
  })
}
