import { MAX_BOTS_ASKED } from '../../../config/limits.ts'
import { BotType } from '../../people/bots/kinds.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Outgoing } from '../messages/store.ts'

/** A message that a bot is to answer. */
export interface BotJob {
  readonly realm: RealmId
  readonly message: MessageId
  readonly bot: UserId
  readonly trigger: 'mention' | 'direct_message'
}

export const WEBHOOK = { queue: 'webhooks', name: 'deliver-webhook' } as const
export const EMBEDDED = { queue: 'webhooks', name: 'run-embedded-bot' } as const

/** How bots of a kind are asked; other kinds ask for messages themselves. */
const JOBS = new Map<number | null, typeof WEBHOOK | typeof EMBEDDED>([
  [BotType.outgoingWebhook, WEBHOOK],
  [BotType.embedded, EMBEDDED],
])

/**
 * Asks, in the sending transaction, for the bots that answer by themselves and are mentioned or sent to directly; for
 * MAX_BOTS_ASKED of them at most.
 * What bots send asks for none: two of them would talk for ever. Looked up in memory; nothing for most messages.
 */
export function enqueueBots(tx: Tx, realm: RealmView, message: MessageId, sent: Outgoing): void {
  if (sent.sender.isBot) return
  const mentioned = new Set(sent.rendered.mentionedUsers)
  const direct = sent.destination.kind === 'direct' ? sent.destination.participants : []
  let asked = 0
  for (const id of new Set([...mentioned, ...direct])) {
    if (asked >= MAX_BOTS_ASKED) return
    const bot = realm.users.get(id)
    const kind = bot?.isActive ? JOBS.get(bot.botType) : undefined
    if (kind === undefined) continue
    const trigger = mentioned.has(id) ? 'mention' : 'direct_message'
    const job: BotJob = { realm: tx.realm, message, bot: id, trigger }
    tx.enqueue(kind.queue, kind.name, job)
    asked++
  }
}
