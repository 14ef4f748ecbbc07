import { type Fields, idIn } from '../reading/fields.ts'
import type { MessageIndex } from '../reading/numbers/message-index.ts'
import { Spans } from '../reading/spans.ts'
import type { ZulipChannels } from './channels.ts'
import type { ZulipMessages } from './messages.ts'
import type { ZulipPeople } from './people.ts'
import type { ZulipRecipients } from './recipients.ts'
import type { ZulipTables } from './tables.ts'

/** Types of rows of `zerver_realmauditlog`. */
const CREATED = 301
const ACTIVATED = 302
const DEACTIVATED = 303

interface Event {
  readonly isSubscribed: boolean
  readonly at: number
}

/**
 * Finds out when people were subscribed: from the audit log of the archive, and without it from the messages
 * that have reached them.
 */
export async function spansOf(
  tables: ZulipTables,
  people: ZulipPeople,
  channels: ZulipChannels,
  recipients: ZulipRecipients,
  messages: ZulipMessages,
): Promise<Spans> {
  const events = new Map<string, Event[]>()
  for await (const row of tables.read('zerver_realmauditlog')) {
    const type = Number(row.event_type)
    if (type !== CREATED && type !== ACTIVATED && type !== DEACTIVATED) continue
    const [user, channel] = [idIn(row.modified_user), idIn(row.modified_stream)]
    if (!people.has(user) || !channels.has(channel)) continue
    const key = `${user} ${channel}`
    const event = { isSubscribed: type !== DEACTIVATED, at: placeOf(row, messages.index) }
    const list = events.get(key)
    if (list === undefined) events.set(key, [event])
    else list.push(event)
  }
  const subscribed = new Map<string, boolean>()
  for (const [row, channel] of channels.subscriptions(recipients.channelOf)) {
    const user = idIn(row.user_profile)
    const key = `${user} ${channel}`
    if (people.has(user) && !subscribed.has(key)) subscribed.set(key, row.active === true)
  }
  const spans = new Spans()
  const end = messages.index.last + 1
  for (const key of new Set([...subscribed.keys(), ...events.keys()])) {
    const [user, channel] = key.split(' ').map(Number) as [number, number]
    const inOrder = (events.get(key) ?? []).sort((a, b) => a.at - b.at)
    const isProtected = channels.get(channel)!.hasProtectedHistory
    const received = messages.firstReceived(user, channel)
    const since = isProtected ? (received ?? end) : 0
    const [first] = inOrder
    // New people get the latest messages of their first channels as if they had been there.
    if (first?.isSubscribed && !isProtected && received !== undefined && received < first.at) {
      inOrder[0] = { ...first, at: received }
    }
    spans.add(user, channel, inOrder, subscribed.get(key) ?? false, since, end)
  }
  return spans
}

/** The place of the first message after an event. */
function placeOf(row: Fields, index: MessageIndex): number {
  const last = row.event_last_message_id
  if (typeof last === 'number' && Number.isSafeInteger(last) && last >= 0) return last + 1
  return index.firstSince(Number(row.event_time) || 0)
}
