import { checkTopic } from '../../content/messages/check-text.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import { canReadChannel } from '../../state/channels/permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { badNarrow, type ChannelKind, type Condition, type Operand } from './terms.ts'

/** What an operand means; throws BAD_NARROW for one that names nothing the reader may know of. */
type Meaning = (realm: RealmView, reader: Reader, operand: Operand) => Negatable

/** A condition, or the opposite of one. */
type Negatable = Condition & { readonly opposite?: true }

/** The channel that an operand names, by name or id, whoever may know of it. */
export function channelNamed(realm: RealmView, operand: Operand): ChannelRecord | undefined {
  if (typeof operand === 'number') return realm.channels.get(operand)
  return typeof operand === 'string'
    ? (realm.channels.byName(operand) ?? byIdText(realm, operand))
    : undefined
}

const channel: Meaning = (realm, reader, operand) => {
  const found = channelNamed(realm, operand)
  if (found === undefined || !canReadChannel(realm, reader, found)) {
    throw badNarrow(`unknown channel ${shown(operand)}`)
  }
  return { kind: 'channel', channel: found }
}

/** Some clients write ids as text. */
function byIdText(realm: RealmView, operand: string): ChannelRecord | undefined {
  return /^\d{1,15}$/.test(operand) ? realm.channels.get(Number(operand)) : undefined
}

const IS_OF: Readonly<Record<ChannelKind, (channel: ChannelRecord) => boolean>> = {
  public: (one) => !one.isPrivate,
  'web-public': (one) => one.isWebPublic && !one.isArchived,
  archived: (one) => one.isArchived,
}

const channels: Meaning = (realm, reader, operand) => {
  if (typeof operand !== 'string' || !Object.hasOwn(IS_OF, operand)) {
    throw badNarrow(`unknown channels operand ${shown(operand)}`)
  }
  const which = operand as ChannelKind
  const all = [...realm.channels].filter((one) => IS_OF[which](one) && canReadChannel(realm, reader, one))
  return { kind: 'channels', which, channels: all }
}

const topic: Meaning = (_realm, _reader, operand) => {
  if (typeof operand !== 'string') throw badNarrow('topic must be a string')
  return { kind: 'topic', topic: checkTopic(operand) }
}

const dm: Meaning = (realm, reader, operand) => {
  const given = typeof operand === 'string' ? operand.split(',') : [operand].flat()
  const ids = new Set<UserId>([readerId(reader)])
  for (const one of given) {
    const user = typeof one === 'number' ? realm.users.get(one) : realm.users.byEmail(one.trim())
    if (user === undefined) throw badNarrow(`unknown user in ${shown(operand)}`)
    ids.add(user.id)
  }
  if (given.length === 0) throw badNarrow(`unknown user in ${shown(operand)}`)
  return { kind: 'dm', participants: [...ids].sort((a, b) => a - b) }
}

function oneUser(realm: RealmView, reader: Reader, operand: Operand): UserRecord {
  const only = Array.isArray(operand) && operand.length === 1 ? (operand[0] as number) : operand
  const user =
    only === 'me'
      ? reader
      : typeof only === 'number'
        ? realm.users.get(only)
        : typeof only === 'string'
          ? realm.users.byEmail(only)
          : undefined
  if (user === undefined) throw badNarrow(`unknown user ${shown(operand)}`)
  return user
}

const including =
  (isGroup: boolean): Meaning =>
  (realm, reader, operand) => ({ kind: 'including', user: oneUser(realm, reader, operand).id, isGroup })

const sender: Meaning = (realm, reader, operand) => ({
  kind: 'sender',
  user: oneUser(realm, reader, operand).id,
})

const id: Meaning = (_realm, _reader, operand) => {
  if (!/^\d{1,15}$/.test(String(operand))) throw badNarrow('Invalid message ID')
  return { kind: 'id', id: Number(operand) as MessageId }
}

/** One of several words. */
const word =
  (operator: string, words: Readonly<Record<string, Negatable>>): Meaning =>
  (_realm, _reader, operand) => {
    const meant = typeof operand === 'string' && Object.hasOwn(words, operand) ? words[operand] : undefined
    if (meant === undefined) throw badNarrow(`unknown '${operator}' operand ${shown(operand)}`)
    return meant
  }

const is = word('is', {
  dm: { kind: 'direct' },
  private: { kind: 'direct' },
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

/** `home`: what is not muted. */
const within = word('in', { home: { kind: 'muted', opposite: true }, all: { kind: 'anything' } })

const search: Meaning = (_realm, _reader, operand) => {
  const text = typeof operand === 'number' ? String(operand) : operand
  if (typeof text !== 'string' || text.trim() === '') throw badNarrow('search operand cannot be blank')
  return { kind: 'search', text, search: { readings: [], phrases: [] } }
}

/** Which message to show: the client takes it as anchor, too. */
const near: Meaning = () => ({ kind: 'anything' })

/** The operators of this family's clients, with their former names. `with` is followed before. */
export const OPERATORS: Readonly<Record<string, Meaning>> = {
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
