import { ApiError } from '../errors.ts'
import { isGuest, Role, type UserRecord } from '../users/record.ts'
import type { HeldMessage } from './held.ts'

/** What an organization may set one day; until then what it begins with. Seconds. */
const ALLOWS_EDITING: boolean = true
const CONTENT_EDIT_LIMIT = 600
const CONTENT_DELETE_LIMIT = 600
const MOVE_LIMIT = 7 * 24 * 3600
/** Whoever began in time may take this long to finish. */
const GRACE = 20

/** How a topic that is settled begins. */
export const RESOLVED_PREFIX = '✔ '

const isModerator = (user: UserRecord): boolean => user.role <= Role.moderator

type Timed = Pick<HeldMessage, 'sentAt' | 'now'>
const isOlder = ({ sentAt, now }: Timed, limit: number): boolean => now / 1_000_000 > sentAt + limit + GRACE

/** Throws unless the user may change what the message says: its sender, for ten minutes. */
export function checkMayEditContent(user: UserRecord, message: HeldMessage): void {
  if (!ALLOWS_EDITING) throw new ApiError('Your organization has turned off message editing')
  if (message.sender !== user.id) throw new ApiError("You don't have permission to edit this message")
  if (message.isWidget) throw new ApiError('Widgets cannot be edited.')
  if (isOlder(message, CONTENT_EDIT_LIMIT)) {
    throw new ApiError('The time limit for editing this message has passed')
  }
}

/** Throws unless the user may delete the message: administrators any, others their own for ten minutes. */
export function checkMayDelete(user: UserRecord, message: HeldMessage): void {
  if (user.role <= Role.administrator) return
  if (message.sender !== user.id) throw new ApiError("You don't have permission to delete this message")
  if (isOlder(message, CONTENT_DELETE_LIMIT)) {
    throw new ApiError('The time limit for deleting this message has passed')
  }
}

/** Throws unless the user may give messages another topic, or only settle it: everyone but guests. */
export function checkMayEditTopic(user: UserRecord, isResolving: boolean): void {
  if (!isGuest(user)) return
  if (isResolving) throw new ApiError("You don't have permission to resolve topics.")
  throw new ApiError("You don't have permission to edit this message")
}

/** Throws unless the user may move messages to another channel: everyone but guests. */
export function checkMayMove(user: UserRecord): void {
  if (isGuest(user)) throw new ApiError("You don't have permission to move this message")
}

/** Messages sent after this (Unix seconds) may be moved by the user; moderators move any. */
export function movableSince(user: UserRecord, { now }: Pick<HeldMessage, 'now'>): number {
  return isModerator(user) ? 0 : now / 1_000_000 - MOVE_LIMIT - GRACE
}

/** Whether a change of topic does nothing but settle it, or take that back. */
export function isResolving(before: string, after: string): boolean {
  return before === `${RESOLVED_PREFIX}${after}` || after === `${RESOLVED_PREFIX}${before}`
}
