import { canReadWholeHistory } from '../channels/permissions.ts'
import type { ChannelId } from '../ids.ts'
import { FlagBit } from '../messages/bits.ts'
import type { RealmView } from '../realm/view.ts'
import { type Reader, readerId } from '../users/reader.ts'
import { allOf, inSpan, type Parameters } from './sql.ts'
import { named, type ResolvedTerm } from './terms.ts'

/** Bits of a row that make an old message of a public channel one's own: it is found among all others. */
export const KEPT = FlagBit.starred | FlagBit.collapsed | FlagBit.mentioned

/** The channels whose whole history the reader may read. */
export function openTo(realm: RealmView, reader: Reader): ChannelId[] {
  const open = [...realm.channels].filter((channel) => canReadWholeHistory(realm, reader, channel))
  return open.map((channel) => channel.id)
}

/**
 * That the reader may read row `m`, which meets the terms: a channel's whole history, a conversation of the
 * reader, or what reached the reader. Empty when the terms say enough.
 */
export function accessCondition(
  realm: RealmView,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
): string {
  if (named(terms, 'dm') !== undefined) return ''
  const me = () => parameters.add(readerId(reader))
  const channel = named(terms, 'channel')?.channel
  if (channel !== undefined) return canReadWholeHistory(realm, reader, channel) ? '' : inSpan(me())
  const several = named(terms, 'channels')
  if (several !== undefined) {
    const open = several.channels.filter((one) => canReadWholeHistory(realm, reader, one))
    const isOpen = `m.channel_id = ANY (${parameters.add(open.map((one) => one.id))}::int[])`
    return open.length === several.channels.length ? isOpen : `(${isOpen} OR ${inSpan(me())})`
  }
  return allOf([
    `m.realm_id = ${parameters.add(realm.record.id)}::int`,
    reachedOrKept(realm, reader, parameters),
  ])
}

/**
 * That row `m` is one of the reader's: it reached the reader, or the reader has made it one's own, as by a star,
 * in a channel whose whole history the reader may read (subscription_span_pkey, message_flag_pkey).
 */
function reachedOrKept(realm: RealmView, reader: Reader, parameters: Parameters): string {
  const me = parameters.add(readerId(reader))
  return `CASE WHEN m.channel_id IS NULL
    THEN m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = ${me}::int)
    ELSE ${inSpan(me)} OR ${keptCondition(me, parameters.add(openTo(realm, reader)))} END`
}

/** That the reader of `me` has made row `m`, of one of the `open` channels, one's own. */
function keptCondition(me: string, open: string): string {
  return `(m.channel_id = ANY (${open}::int[]) AND EXISTS (SELECT FROM message_flag own
    WHERE own.user_id = ${me}::int AND own.message_id = m.id AND ${isKept('own.bits')}))`
}

/** That bits of a row make its message one's own: kept, or called unread. */
export const isKept = (bits: string): string =>
  `(${bits} & ${KEPT} <> 0 OR ${bits} & ${FlagBit.speaksOfReading | FlagBit.read} = ${FlagBit.speaksOfReading})`
