import { CONFIRM_EMAIL_CHANGE } from '../../../core/people/credentials/account-mails.ts'
import {
  emailChangeUrl,
  isEmailChangeAwaited,
} from '../../../core/people/credentials/request-email-change.ts'
import { MailCount } from '../../mail/count.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/**
 * Mails the new address of a user a confirmation link, unless the change was confirmed or replaced (spec.md
 * PATCH /settings, email).
 */
export const mailConfirmEmailChangeJob = mailJob(CONFIRM_EMAIL_CHANGE, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined || !(await isEmailChangeAwaited(core.db, data.realm, data.token)))
      return undefined
    const { realm, reader } = found
    const content = contentFor(realm.record, reader, {
      name: reader.fullName,
      formerEmail: reader.deliveryEmail,
      link: emailChangeUrl(realm.record, core.options.rootUrl, data.token),
      validHours: new MailCount(data.validHours),
    })
    return { ...content, to: { name: reader.fullName, address: data.newEmail } }
  },
})
