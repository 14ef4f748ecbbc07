import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { Notice } from '../../state/realm/notice.ts'
import { afterChanges } from '../../state/realm/pending-realm.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { welcomeBot } from '../../state/users/system-bots.ts'
import { customText, greeting } from './texts.ts'

/** How a person joined. */
export interface Arrival {
  /** The inviter, who gets a message about the new account; undefined without an inviter. */
  readonly inviter?: UserId | undefined
  /** A text for the welcome bot to add: null for the organization's text, empty for none. */
  readonly welcomeText?: string | null
}

/**
 * Greets a new person and announces the account, in the transaction that creates the account. The welcome bot
 * sends its greeting and the administrators' text. The notification bot announces the person in the channel
 * of `signup_announcements_stream_id` and notifies the inviter.
 */
export async function greet(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  { inviter, welcomeText = null }: Arrival = {},
): Promise<void> {
  const pending = afterChanges(realm, { users: [user] })
  const text = (welcomeText ?? realm.record.settings.welcome_message_custom_text).trim()
  const toNewcomer = [greeting(realm), ...(text === '' ? [] : [customText(realm, text)])]
  const by = welcomeBot(realm)
  await realm.hooks.storeNotices(tx, pending, [
    ...toNewcomer.map((content): Notice => ({ to: { user: user.id }, content, by })),
    ...announcements(realm, user),
    ...toInviter(realm, user, inviter),
  ])
}

function announcements(realm: RealmView, user: UserRecord): Notice[] {
  const channel = realm.channels.get(realm.record.settings.signup_announcements_stream_id)
  if (channel === undefined || channel.isArchived) return []
  const t = noticeTexts(realm)
  return [{ to: { channel: channel.id, topic: t.topics.signups }, content: t.joined(nameOf(user)) }]
}

function toInviter(realm: RealmView, user: UserRecord, id: UserId | undefined): Notice[] {
  const inviter = id === undefined ? undefined : realm.users.get(id)
  if (!inviter?.isActive) return []
  return [{ to: { user: inviter.id }, content: noticeTexts(realm).invitationAccepted(nameOf(user)) }]
}

const nameOf = (user: UserRecord) => `@_**${user.fullName}|${user.id}**`
