import { PASSWORD_CHANGED } from '../../../core/people/credentials/account-mails.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'
import { MailTime } from '../../mail/time.ts'

/** Mails a user that the password was changed. */
export const mailPasswordChangedJob = mailJob(PASSWORD_CHANGED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      when: new MailTime(reader, data.at),
    })
  },
})
