import { CONFIRM_EMAIL_CHANGE } from '../../core/people/users/account-mails.ts'
import { emailChangeUrl, isEmailChangeAwaited } from '../../core/people/users/request-email-change.ts'
import { letterTo } from '../mail/mail-content.ts'
import { mailJob } from '../mail/mail-job.ts'
import { readerOf } from '../mail/reader.ts'

/** Asks the new address of a person to confirm itself, as long as that is waited for (spec.md PATCH /settings, email). */
export const mailConfirmEmailChangeJob = mailJob(CONFIRM_EMAIL_CHANGE, {
  load: async (core, data) => {
    const found = await readerOf(core, data)
    if (found === undefined || !(await isEmailChangeAwaited(core.db, data.realm, data.token)))
      return undefined
    const { realm, reader } = found
    const letter = letterTo(realm.record, reader, {
      name: reader.fullName,
      formerEmail: reader.deliveryEmail,
      link: emailChangeUrl(realm.record, core.options.rootUrl, data.token),
      validHours: data.validHours,
    })
    return { ...letter, to: { name: reader.fullName, address: data.newEmail } }
  },
})
