import { VALID_HOURS } from '../../../core/people/invites/ask-to-join.ts'
import { CONFIRMATION_MAIL } from '../../../core/people/invites/jobs.ts'
import { linkToMail } from '../../../core/people/invites/mails.ts'
import { MailCount } from '../../mail/count.ts'
import { mailJob } from '../../mail/mail-job.ts'

/**
 * Mails a confirmation link to an address that wants to join, by a reusable link or uninvited. Sends nothing
 * to an address that has an account.
 */
export const mailConfirmToJoinJob = mailJob(CONFIRMATION_MAIL, {
  load: async (core, data) => {
    const found = await linkToMail(core, data.realm, { kind: 'request', id: data.id })
    if (found === undefined || found.realm.users.byEmail(found.email) !== undefined) return undefined
    const { record } = found.realm
    return {
      realm: record,
      to: { name: '', address: found.email },
      language: record.settings.default_language,
      values: { link: found.url, validHours: new MailCount(VALID_HOURS) },
    }
  },
})
