import { MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { buildQuote } from '../../content/quote.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { NoticeTexts } from '../../state/notices/notice-texts.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { explanationMissing, noModerationChannel } from '../messages/errors.ts'
import { lockMessage } from '../messages/lock-message.ts'
import { linkToMessage } from '../messages/message-link.ts'
import { storeNotices } from './notice.ts'

export type ReportReason = keyof NoticeTexts['reasons']

/** The reasons for a report. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'inappropriate',
  'norms',
  'other',
] as const satisfies readonly ReportReason[]

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
    const t = noticeTexts(realm)
    const mention = (user: UserRecord) => `@_**${user.fullName}|${user.id}**`
    const summary = t.reported(mention(actor), linkToMessage(realm, actor, message), mention(sender))
    const intro = [
      summary,
      `- ${t.reason}: **${t.reasons[reason]}**`,
      ...(notes === '' ? [] : [`- ${t.notes}:`, notes.replace(/^/gm, '  > ')]),
      '',
    ].join('\n')
    const topic = [...t.topics.reportsOf(sender.fullName)].slice(0, MAX_TOPIC_LENGTH).join('')
    const to = { channel: channel.id, topic }
    await storeNotices(tx, core, realm, [{ to, as: actor, content: buildQuote(intro, message.content) }])
  })
}
