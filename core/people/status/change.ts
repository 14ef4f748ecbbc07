import { MAX_STATUS_DAYS, MAX_STATUS_TEXT_LENGTH } from '../../../config/limits.ts'
import { insufficientPermission, tooLong } from '../../platform/errors.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import { findAccessibleUser } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { RealmEmoji } from '../../state/realm/custom-emoji.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { noSuchUser, userIsDeactivated } from '../../state/users/errors.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { type ReactionType, resolveEmoji } from './emoji.ts'
import { UserStatus } from './entity.ts'
import { emojiNameRequired, invalidEndOfStatus, noStatusChange } from './errors.ts'

/** Changes of a status. Undefined properties stay as they are; empty texts remove the value. */
export interface StatusChange {
  readonly away?: boolean
  readonly text?: string
  readonly emojiName?: string
  readonly emojiCode?: string
  readonly reactionType?: ReactionType
  /** Unix seconds at which text and emoji are removed. Absent: never, if the text or the emoji changes. */
  readonly clearAt?: number
}

/** Changes the caller's status and emits it. Throws BAD_REQUEST. */
export async function changeStatus(caller: Caller, given: StatusChange): Promise<void> {
  const { core, realm } = caller
  const { away, text, emojiName, emojiCode, reactionType } = await realm.withFreshState(() =>
    checkChange(given, realm.lists.emoji),
  )
  await core.change(caller, async ({ tx, actor }) => {
    const isSet = text !== undefined || emojiName !== undefined
    await tx.em.upsert(UserStatus, {
      userId: actor.id,
      realmId: realm.id,
      ...(away !== undefined && { away }),
      ...(text !== undefined && { statusText: text }),
      ...(emojiName !== undefined && { emojiName, emojiCode, reactionType }),
      ...(isSet && { clearAt: given.clearAt === undefined ? null : new Date(given.clearAt * 1000) }),
    })
    const event: Stored<'user_status'> = {
      type: 'user_status',
      user_id: actor.id,
      ...(away !== undefined && { away }),
      ...(text !== undefined && { status_text: text }),
      ...(emojiName !== undefined && {
        emoji_name: emojiName,
        emoji_code: emojiCode,
        reaction_type: reactionType,
      }),
    }
    tx.emit(event, toRealm)
  })
}

/**
 * The person whose status an administrator changes. Throws "No such user", "User is deactivated", and
 * "Insufficient permission" unless the acting user is an administrator. Call it through
 * `realm.withFreshState`.
 */
export function findPersonToManage(realm: RealmState, acting: UserRecord, id: UserId): UserRecord {
  const user = findPerson(realm, acting, id)
  if (!isAdministrator(realm.users.get(acting.id) ?? acting)) throw insufficientPermission()
  return user
}

/** Finds a person. Throws "No such user", also for bots, which have no status, and "User is deactivated". */
export function findPerson(realm: RealmState, reader: UserRecord, id: UserId): UserRecord {
  const user = findAccessibleUser(realm, reader, id)
  if (user.isBot) throw noSuchUser()
  if (!user.isActive) throw userIsDeactivated()
  return user
}

function checkEnd({ clearAt, text, emojiName }: StatusChange): void {
  if (clearAt === undefined) return
  if (text === undefined && emojiName === undefined) throw noStatusChange()
  const seconds = clearAt - Date.now() / 1000
  if (seconds <= 0 || seconds > MAX_STATUS_DAYS * 86_400) throw invalidEndOfStatus()
}

function checkChange(given: StatusChange, own: readonly RealmEmoji[]): StatusChange {
  const { away, emojiName, emojiCode, reactionType } = given
  const text = given.text?.trim()
  if (text !== undefined && [...text].length > MAX_STATUS_TEXT_LENGTH) {
    throw tooLong('status_text', MAX_STATUS_TEXT_LENGTH)
  }
  if (away === undefined && text === undefined && emojiName === undefined) {
    throw noStatusChange()
  }
  checkEnd(given)
  if (emojiName === '') return { away, text, emojiName, emojiCode: '', reactionType: 'unicode_emoji' }
  if (emojiName === undefined) {
    if (emojiCode || reactionType) {
      throw emojiNameRequired()
    }
    return { away, text }
  }
  const emoji = resolveEmoji({ name: emojiName, code: emojiCode, type: reactionType }, own)
  return { away, text, emojiName, emojiCode: emoji.code, reactionType: emoji.type }
}
