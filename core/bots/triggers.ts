import type { Tx } from '../db/transact.ts'
import type { MessageId, RealmId, UserId } from '../ids.ts'
import type { Outgoing } from '../messages/store.ts'
import type { RealmView } from '../realm/view.ts'
import { BotType } from './kinds.ts'

/** A message that an outgoing webhook bot is to be told of. */
export interface WebhookJob {
  readonly realm: RealmId
  readonly message: MessageId
  readonly bot: UserId
  readonly trigger: 'mention' | 'direct_message'
}

export const WEBHOOK = { queue: 'webhooks', name: 'deliver-webhook' } as const

/**
 * Asks, in the sending transaction, for the outgoing webhook bots that a message mentions or is sent to directly.
 * What bots send asks for none: two of them would talk for ever. Looked up in memory; nothing for most messages.
 */
export function enqueueWebhooks(tx: Tx, realm: RealmView, message: MessageId, sent: Outgoing): void {
  if (sent.sender.isBot) return
  const mentioned = new Set(sent.rendered.mentionedUsers)
  const direct = sent.destination.kind === 'direct' ? sent.destination.participants : []
  for (const id of new Set([...mentioned, ...direct])) {
    const bot = realm.users.get(id)
    if (bot?.botType !== BotType.outgoingWebhook || !bot.isActive) continue
    const trigger = mentioned.has(id) ? 'mention' : 'direct_message'
    const job: WebhookJob = { realm: tx.realm, message, bot: id, trigger }
    tx.enqueue(WEBHOOK.queue, WEBHOOK.name, job)
  }
}
