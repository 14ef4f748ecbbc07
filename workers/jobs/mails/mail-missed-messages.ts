import type { Trigger } from '../../../core/messaging/push/trigger.ts'
import { type MailReason, unsubscribeUrl } from '../../../core/notifying/mail/unsubscribe.ts'
import {
  MISSED_MESSAGES,
  mailSeparately,
} from '../../../core/notifying/notifications/mail-missed-messages.ts'
import { missedConversation, stillMissed } from '../../../core/notifying/notifications/missed-conversation.ts'
import { accountsOfAddress } from '../../../core/people/credentials/accounts-of-address.ts'
import type { Core } from '../../../core/state/core.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/**
 * Mails a person the missed messages of a conversation that are unread and accessible when the mail is sent.
 * When they were moved to several conversations meanwhile, each gets a mail of its own.
 */
export const mailMissedMessagesJob = mailJob(MISSED_MESSAGES, {
  load: async (core, data, outboxId) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const caller = { core, realm, user: reader }
    const conversations = await stillMissed(caller, data)
    if (conversations.length > 1) await mailSeparately(core, data, conversations, outboxId)
    if (conversations.length !== 1) return undefined
    const missed = await missedConversation(caller, conversations[0]!)
    const { channelId: channel, triggers } = missed
    // Loaded at the first mail, because the converter of HTML takes 5 MiB of memory.
    const { authorOf, missedValues } = await import('../../mail/missed-values.ts')
    const reasons = triggers.map(reasonOf)
    const author = authorOf(realm, reader, missed)
    return {
      ...contentFor(realm.record, reader, {
        ...missedValues(core, realm, reader, missed, data.omitted),
        showsRealmName: await showsRealmName(core, reader),
      }),
      ...(author !== undefined && { author }),
      thread: `conversation.${missed.conversationId}`,
      unsubscribeUrl: unsubscribeUrl(core, realm.record, reader, {
        reasons,
        ...(reasons.includes('channel') && channel !== null && { channel }),
      }),
    }
  },
})

function reasonOf(trigger: Trigger): MailReason {
  if (trigger === 'stream') return 'channel'
  return trigger === 'followed_topic' ? 'followed' : 'personal'
}

/** The setting's values: 1 if the address has accounts in several organizations, 2 always, 3 never. */
async function showsRealmName(core: Core, { settings, deliveryEmail }: UserRecord): Promise<boolean> {
  const policy = settings.realm_name_in_email_notifications_policy
  if (policy !== 1) return policy === 2
  return (await accountsOfAddress(core.db, deliveryEmail)) > 1
}
