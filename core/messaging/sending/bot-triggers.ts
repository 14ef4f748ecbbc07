import { z } from 'zod'
import { MAX_BOTS_ASKED } from '../../../config/limits.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { BotType } from '../../state/users/bot-types.ts'
import type { Outgoing } from './store.ts'

/** A message that a bot should answer. */
const data = z.object({
  realm: idSchema<RealmId>(),
  message: idSchema<MessageId>(),
  bot: idSchema<UserId>(),
  trigger: z.enum(['mention', 'direct_message']),
})

export const DELIVER_WEBHOOK = declareJob({ queue: 'webhooks', name: 'deliver-webhook', data })
export const RUN_EMBEDDED_BOT = declareJob({ queue: 'webhooks', name: 'run-embedded-bot', data })
export type BotJob = DataOf<typeof DELIVER_WEBHOOK>

/** The job for each type of bot that answers through the server; other types fetch messages themselves. */
const JOBS = new Map<number | null, typeof DELIVER_WEBHOOK>([
  [BotType.outgoingWebhook, DELIVER_WEBHOOK],
  [BotType.embedded, RUN_EMBEDDED_BOT],
])

/**
 * Enqueues, in the sending transaction, a job for each bot of such a type that the message mentions or is
 * sent to directly, at most MAX_BOTS_ASKED. Messages of bots enqueue nothing: two bots would answer each
 * other forever. No query.
 */
export function enqueueBots(tx: Tx, realm: RealmView, message: MessageId, sent: Outgoing): void {
  if (sent.sender.isBot) return
  const mentioned = new Set(sent.rendered.mentionedUsers)
  const direct = sent.destination.kind === 'direct' ? sent.destination.participants : []
  let enqueued = 0
  for (const id of new Set([...mentioned, ...direct])) {
    if (enqueued >= MAX_BOTS_ASKED) return
    const bot = realm.users.get(id)
    const job = bot?.isActive ? JOBS.get(bot.botType) : undefined
    if (job === undefined) continue
    const trigger = mentioned.has(id) ? 'mention' : 'direct_message'
    tx.enqueue(job, { realm: tx.realm, message, bot: id, trigger })
    enqueued++
  }
}
