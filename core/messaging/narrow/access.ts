import { receivedInChannel, wasThere } from '../../channels/arrival.ts'
import { FlagBit } from '../../content/messages/bits.ts'
import type { ChannelId } from '../../platform/ids.ts'
import { canReadWholeHistory } from '../../state/channels/permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { isReadable, readableChannels } from '../messages/permissions/read.ts'
import { allOf, type Parameters } from './sql.ts'
import { named, type ResolvedTerm } from './terms.ts'

/** Bits of a row that make an old message of a channel one's own: it is found among all others. */
export const KEPT = FlagBit.starred | FlagBit.collapsed | FlagBit.mentioned

/** As SQL, arrays of the ids of the channels that a reader can read now. */
export interface ReadableArrays {
  readonly open: string
  readonly guarded: string
  /** Both. */
  readonly all: string
}

/** The channels that the reader can read, as values of a statement: a list that is asked for is there once. */
export function readableArrays(realm: RealmView, reader: Reader, parameters: Parameters): ReadableArrays {
  const of = () => readableChannels(realm, reader)
  const array = (name: string, ids: () => readonly ChannelId[]) => `${parameters.shared(name, ids)}::int[]`
  return {
    get open() {
      return array('open', () => of().open)
    },
    get guarded() {
      return array('guarded', () => of().guarded)
    },
    get all() {
      return array('readable', () => Object.values(of()).flat())
    },
  }
}

/**
 * That the reader may read row `m`, which meets the terms (the rule of `canReadMessage`), and that it is the reader's when the
 * terms do not say where it is: it reached the reader, or the reader has made it one's own. Empty when the terms say
 * enough.
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
  if (channel !== undefined) return canReadWholeHistory(realm, reader, channel) ? '' : wasThere(me())
  const { open, guarded } = readableArrays(realm, reader, parameters)
  if (named(terms, 'channels') !== undefined) return isReadable(me(), open, guarded)
  return allOf([
    `m.realm_id = ${parameters.add(realm.record.id)}::int`,
    ownCondition(me(), isReadable(me(), open, guarded)),
  ])
}

/**
 * That row `m` is one of the reader's: of a direct conversation, or readable and either it reached the reader or the
 * reader has made it one's own, as by a star (subscription_span_pkey, message_flag_pkey).
 */
function ownCondition(me: string, readable: string): string {
  return `CASE WHEN m.channel_id IS NULL
    THEN m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = ${me}::int)
    ELSE ${readable} AND (${receivedInChannel(me)} OR EXISTS (SELECT FROM message_flag own
      WHERE own.user_id = ${me}::int AND own.message_id = m.id AND ${isKept('own.bits')})) END`
}

/** That bits of a row make its message one's own: kept, or called unread. */
export const isKept = (bits: string): string =>
  `(${bits} & ${KEPT} <> 0 OR ${bits} & ${FlagBit.hasExplicitReadState | FlagBit.read} = ${FlagBit.hasExplicitReadState})`
