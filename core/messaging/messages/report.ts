import { MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { buildQuote } from '../../content/quote.ts'
import { ApiError } from '../../platform/errors.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { lockMessage } from './lock-message.ts'
import { linkToMessage } from './message-link.ts'
import { storeNotices } from './notice.ts'

/** Why a message is reported, and how moderators read it. */
export const REPORT_REASONS = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

export const noModerationChannel = () =>
  new ApiError('Moderation request channel must be specified to enable message reporting.')
export const explanationMissing = () =>
  new ApiError('An explanation is required when the reason is not one of the others.')

/**
 * Has the notification bot tell the organization's moderation channel what somebody reports of a message, with
 * the message's text, in a topic for its sender. Throws when there is no such channel, "Invalid message(s)" for
 * a message that the reporter may not read, and when `other` is not explained.
 */
export async function reportMessage(
  caller: Caller,
  id: MessageId,
  reason: ReportReason,
  description: string,
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const setting = realm.record.settings.moderation_request_channel_id
    const channel = realm.channels.get(setting)
    if (channel === undefined || channel.isArchived) throw noModerationChannel()
    const message = await lockMessage(tx, realm, actor, id)
    const notes = description.trim()
    if (reason === 'other' && notes === '') throw explanationMissing()
    const sender = realm.users.get(message.sender)!
    const named = (one: UserRecord) => `@_**${one.fullName}|${one.id}**`
    const what = `${named(actor)} reported ${linkToMessage(realm, actor, message)}, sent by ${named(sender)}.`
    const head = [
      what,
      `- Reason: **${REPORT_REASONS[reason]}**`,
      ...(notes === '' ? [] : ['- Notes:', notes.replace(/^/gm, '  > ')]),
      '',
    ].join('\n')
    const topic = [...`${sender.fullName}'s moderation requests`].slice(0, MAX_TOPIC_LENGTH).join('')
    const to = { channel: channel.id, topic }
    await storeNotices(tx, core, realm, [{ to, as: actor, content: buildQuote(head, message.content) }])
  })
}
