import { checkTopic } from '../../content/messages/check-text.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import { canReadChannel } from '../../state/access/channel-permissions.ts'
import { isNameFor } from '../../state/access/find-user.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { badNarrow } from './errors.ts'
import type { ChannelKind, Condition, Operand } from './terms.ts'

/** Resolves an operand. Throws BAD_NARROW when it names nothing that the reader may know of. */
type OperandResolver = (realm: RealmView, reader: Reader, operand: Operand) => Negatable

/** A condition, which may be inverted. */
type Negatable = Condition & { readonly opposite?: true }

const ID_AS_TEXT = /^\d{1,15}$/

/** Finds the channel that an operand names by name or id, without a permission check. */
export function findChannelByOperand(realm: RealmView, operand: Operand): ChannelRecord | undefined {
  if (typeof operand === 'number') return realm.channels.get(operand)
  return typeof operand === 'string'
    ? (realm.channels.byName(operand) ?? byIdText(realm, operand))
    : undefined
}

const channel: OperandResolver = (realm, reader, operand) => {
  const found = findChannelByOperand(realm, operand)
  if (found === undefined || !canReadChannel(realm, reader, found)) {
    throw badNarrow(`unknown channel ${shown(operand)}`)
  }
  return { kind: 'channel', channel: found }
}

/** Finds a channel by its id as text, which some clients send. */
function byIdText(realm: RealmView, operand: string): ChannelRecord | undefined {
  return ID_AS_TEXT.test(operand) ? realm.channels.get(Number(operand)) : undefined
}

const IS_OF_KIND: Readonly<Record<ChannelKind, (channel: ChannelRecord) => boolean>> = {
  public: (channel) => !channel.isPrivate,
  'web-public': (channel) => channel.isWebPublic && !channel.isArchived,
  archived: (channel) => channel.isArchived,
}

const channels: OperandResolver = (realm, reader, operand) => {
  if (typeof operand !== 'string' || !Object.hasOwn(IS_OF_KIND, operand)) {
    throw badNarrow(`unknown channels operand ${shown(operand)}`)
  }
  const which = operand as ChannelKind
  // Members read all public channels. The list of the directory is not copied, so that a statement names it
  // once.
  if (which === 'public' && reader !== undefined && !isGuest(reader)) {
    return { kind: 'channels', which, ids: realm.channels.kinds.openIds }
  }
  const all = [...realm.channels].filter(
    (channel) => IS_OF_KIND[which](channel) && canReadChannel(realm, reader, channel),
  )
  return { kind: 'channels', which, ids: all.map(({ id }) => id) }
}

const topic: OperandResolver = (_realm, _reader, operand) => {
  if (typeof operand !== 'string') throw badNarrow('topic must be a string')
  return { kind: 'topic', topic: checkTopic(operand) }
}

const dm: OperandResolver = (realm, reader, operand) => {
  const references = typeof operand === 'string' ? operand.split(',') : [operand].flat()
  const ids = new Set<UserId>([readerId(reader)])
  for (const reference of references) {
    const user =
      typeof reference === 'number' ? realm.users.get(reference) : findByText(realm, reader, reference)
    if (user === undefined) throw badNarrow(`unknown user in ${shown(operand)}`)
    ids.add(user.id)
  }
  if (references.length === 0) throw badNarrow(`unknown user in ${shown(operand)}`)
  return { kind: 'dm', participants: [...ids].sort((a, b) => a - b) }
}

/**
 * Finds a user by an address, or by an id as text, which some clients send. A reader finds nobody by an
 * address that is hidden from them (spec.md email_address_visibility), and spectators find nobody.
 */
function findByText(realm: RealmView, reader: Reader, address: string): UserRecord | undefined {
  const given = address.trim()
  if (ID_AS_TEXT.test(given)) return realm.users.get(Number(given))
  const user = realm.users.byEmail(given)
  return user && reader && isNameFor(realm, reader, user, address) ? user : undefined
}

function findUser(realm: RealmView, reader: Reader, operand: Operand): UserRecord {
  const only = Array.isArray(operand) && operand.length === 1 ? (operand[0] as number) : operand
  const user =
    only === 'me'
      ? reader
      : typeof only === 'number'
        ? realm.users.get(only)
        : typeof only === 'string'
          ? findByText(realm, reader, only)
          : undefined
  if (user === undefined) throw badNarrow(`unknown user ${shown(operand)}`)
  return user
}

const including =
  (isGroup: boolean): OperandResolver =>
  (realm, reader, operand) => ({ kind: 'including', user: findUser(realm, reader, operand).id, isGroup })

const sender: OperandResolver = (realm, reader, operand) => ({
  kind: 'sender',
  user: findUser(realm, reader, operand).id,
})

const id: OperandResolver = (_realm, _reader, operand) => {
  if (!ID_AS_TEXT.test(String(operand))) throw badNarrow('Invalid message ID')
  return { kind: 'id', id: Number(operand) as MessageId }
}

/** Returns a resolver for an operand that must be one of the keys of `words`. */
const word =
  (operator: string, words: Readonly<Record<string, Negatable>>): OperandResolver =>
  (_realm, _reader, operand) => {
    const condition =
      typeof operand === 'string' && Object.hasOwn(words, operand) ? words[operand] : undefined
    if (condition === undefined) throw badNarrow(`unknown '${operator}' operand ${shown(operand)}`)
    return condition
  }

const is = word('is', {
  dm: { kind: 'direct' },
  private: { kind: 'direct' },
  channel: { kind: 'direct', opposite: true },
  stream: { kind: 'direct', opposite: true },
  read: { kind: 'is', state: 'unread', opposite: true },
  unread: { kind: 'is', state: 'unread' },
  starred: { kind: 'is', state: 'starred' },
  mentioned: { kind: 'is', state: 'mentioned' },
  alerted: { kind: 'is', state: 'alerted' },
  resolved: { kind: 'resolved' },
  followed: { kind: 'followed' },
  muted: { kind: 'muted' },
})

const has = word('has', {
  link: { kind: 'has', feature: 'link' },
  image: { kind: 'has', feature: 'image' },
  attachment: { kind: 'has', feature: 'attachment' },
  reaction: { kind: 'has', feature: 'reaction' },
})

/** `in:home` matches messages that are not muted. */
const within = word('in', { home: { kind: 'muted', opposite: true }, all: { kind: 'anything' } })

const search: OperandResolver = (_realm, _reader, operand) => {
  const text = typeof operand === 'number' ? String(operand) : operand
  if (typeof text !== 'string' || text.trim() === '') throw badNarrow('search operand cannot be blank')
  return { kind: 'search', text, search: { readings: [], sequences: [], former: undefined } }
}

/** `near` matches every message, because the client also sends its operand as the anchor. */
const near: OperandResolver = () => ({ kind: 'anything' })

/** The narrow operators with their former names. `resolveWith` replaces `with` before. */
export const OPERATORS: Readonly<Record<string, OperandResolver>> = {
  channel,
  stream: channel,
  channels,
  streams: channels,
  topic,
  subject: topic,
  dm,
  'pm-with': dm,
  pm_with: dm,
  'dm-including': including(false),
  'group-pm-with': including(true),
  group_pm_with: including(true),
  sender,
  from: sender,
  id,
  near,
  search,
  is,
  has,
  in: within,
}

const shown = (operand: Operand): string =>
  Array.isArray(operand) ? JSON.stringify(operand) : String(operand)
