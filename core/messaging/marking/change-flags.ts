import type { ChannelId, MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { readCurrent } from '../../state/realm/read-current.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { type Accessible, accessMessages } from '../messages/read-permission.ts'
import type { FlagChange } from '../reads/flags.ts'
import { applyMark } from './mark-queue.ts'

export interface FlagsChanged {
  /** The messages whose flag was changed, ascending. */
  readonly changed: MessageId[]
  /** Channels whose messages stay read because the user is not subscribed to them, ascending. */
  readonly notSubscribed: ChannelId[]
}

/**
 * Adds a flag to messages, or takes it from them (spec.md POST /messages/flags). Throws "Invalid message(s)",
 * with nothing changed, when the user may not read one of them.
 */
export async function changeFlags(
  caller: Caller,
  change: FlagChange,
  ids: readonly MessageId[],
): Promise<FlagsChanged> {
  const { core, realm, user } = caller
  if (!isUnread(change)) {
    const mark = { ...change, user, messages: [...new Set(ids)], isAccessKnown: false }
    return { changed: await applyMark(core, realm, mark), notSubscribed: [] }
  }
  const messages = await readCurrent(core.db, realm, user, (sql, reader) =>
    accessMessages(sql, realm, reader, ids),
  )
  return changeFlagsOf(caller, change, messages)
}

/** Like `changeFlags`, for messages that the caller knows to be readable by the user. */
export async function changeFlagsOf(
  { core, realm, user }: Caller,
  change: FlagChange,
  messages: readonly Accessible[],
): Promise<FlagsChanged> {
  const isLeftOut = await refusesUnread(realm, user, change, messages)
  const ids = messages.filter((message) => !isLeftOut(message.channelId)).map((message) => message.id)
  const left = messages.map((message) => message.channelId).filter(isLeftOut) as ChannelId[]
  return {
    changed: await applyMark(core, realm, { ...change, user, messages: ids, isAccessKnown: true }),
    notSubscribed: [...new Set(left)].sort((a, b) => a - b),
  }
}

const isUnread = ({ flag, op }: FlagChange): boolean => flag === 'read' && op === 'remove'

/**
 * Messages in channels without a subscription cannot become unread, because no client would show them as
 * unread.
 */
async function refusesUnread(
  realm: RealmState,
  user: UserRecord,
  change: FlagChange,
  messages: readonly Accessible[],
): Promise<(channel: ChannelId | null) => boolean> {
  if (!isUnread(change)) return () => false
  const isNotSubscribed = (channel: ChannelId | null) =>
    channel !== null && !realm.membership.has(channel, user.id)
  if (messages.some((message) => isNotSubscribed(message.channelId))) await realm.sync()
  return isNotSubscribed
}
