import { MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { buildQuote } from '../../content/quote.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { explanationMissing, noModerationChannel } from '../messages/errors.ts'
import { lockMessage } from '../messages/lock-message.ts'
import { linkToMessage } from '../messages/message-link.ts'
import { storeNotices } from './notice.ts'

/** The reasons for a report, and how moderators see them. */
export const REPORT_REASONS = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

/**
 * Reports a message: the notification bot posts the reason and the message's text in the organization's
 * moderation channel, in a topic named after the message's sender. Throws `noModerationChannel`,
 * `invalidMessages`, and `explanationMissing` for the reason `other` without a description.
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
    const sender = realm.users.get(message.senderId)!
    const mention = (user: UserRecord) => `@_**${user.fullName}|${user.id}**`
    const summary = `${mention(actor)} reported ${linkToMessage(realm, actor, message)}, sent by ${mention(sender)}.`
    const intro = [
      summary,
      `- Reason: **${REPORT_REASONS[reason]}**`,
      ...(notes === '' ? [] : ['- Notes:', notes.replace(/^/gm, '  > ')]),
      '',
    ].join('\n')
    const topic = [...`${sender.fullName}'s moderation requests`].slice(0, MAX_TOPIC_LENGTH).join('')
    const to = { channel: channel.id, topic }
    await storeNotices(tx, core, realm, [{ to, as: actor, content: buildQuote(intro, message.content) }])
  })
}
