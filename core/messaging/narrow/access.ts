import { receivedInChannel, wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import { FlagBit } from '../../content/messages/bits.ts'
import { allOf, type Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { ChannelId } from '../../platform/ids.ts'
import {
  canReadWholeHistory,
  type ReadableChannels,
  readableChannels,
} from '../../state/access/channel-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { isReadable } from '../messages/read-permission.ts'
import { named, type ResolvedTerm } from './terms.ts'

/** Flags that include a historical message in the reader's combined feed. */
export const KEPT = FlagBit.starred | FlagBit.collapsed | FlagBit.mentioned

/**
 * A reader's readable channels as statement parameters: SQL arrays with the ids of the channels that the
 * reader can read now. Adds each list once, when it is first used. A class, because V8 keeps the objects
 * behind the getters of an object literal until a full collection.
 */
class ReadableArrays {
  readonly #realm: RealmView
  readonly #reader: Reader
  readonly #parameters: Parameters

  constructor(realm: RealmView, reader: Reader, parameters: Parameters) {
    this.#realm = realm
    this.#reader = reader
    this.#parameters = parameters
  }

  get open(): string {
    return this.#array('open', () => this.#channels.open)
  }
  get guarded(): string {
    return this.#array('guarded', () => this.#channels.guarded)
  }
  /** The union of both. */
  get all(): string {
    return this.#array('readable', () => {
      const { open, guarded } = this.#channels
      return guarded.length === 0 ? open : [...open, ...guarded]
    })
  }

  get #channels(): ReadableChannels {
    return readableChannels(this.#realm, this.#reader)
  }

  #array(name: string, ids: () => readonly ChannelId[]): string {
    return `${this.#parameters.shared(name, ids)}::int[]`
  }
}

export const readableArrays = (realm: RealmView, reader: Reader, parameters: Parameters) =>
  new ReadableArrays(realm, reader, parameters)

/**
 * Returns SQL: the reader may read row `m`, which matches the terms (same rule as `canReadMessage`). When the
 * terms name neither channel nor conversation, `m` must also have reached the reader or be kept (`isKept`).
 * Empty when the terms already imply it.
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
  if (channel !== undefined)
    return canReadWholeHistory(realm, reader, channel) ? '' : wasSubscribedAtArrival(me())
  const { open, guarded } = readableArrays(realm, reader, parameters)
  if (named(terms, 'channels') !== undefined) return isReadable(me(), open, guarded)
  return allOf([
    `m.realm_id = ${parameters.add(realm.record.id)}::int`,
    ownCondition(me(), isReadable(me(), open, guarded)),
  ])
}

/**
 * Returns SQL: row `m` belongs to the reader's combined feed. It is in one of the reader's direct
 * conversations, or it is readable and either reached the reader or was kept, for example by a star
 * (subscription_span_pkey, message_flag_pkey).
 */
function ownCondition(me: string, readable: string): string {
  return `CASE WHEN m.channel_id IS NULL
    THEN m.conversation_id IN (SELECT conversation_id FROM conversation_participant WHERE user_id = ${me}::int)
    ELSE ${readable} AND (${receivedInChannel(me)} OR EXISTS (SELECT FROM message_flag own
      WHERE own.user_id = ${me}::int AND own.message_id = m.id AND ${isKept('own.bits')})) END`
}

/**
 * Returns SQL: the flag bits keep a message in the combined feed, because of a `KEPT` flag or an explicit
 * unread state.
 */
export const isKept = (bits: string): string =>
  `(${bits} & ${KEPT} <> 0 OR ${bits} & ${FlagBit.hasExplicitReadState | FlagBit.read} = ${FlagBit.hasExplicitReadState})`
