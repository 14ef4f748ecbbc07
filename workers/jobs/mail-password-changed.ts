import { EMAIL_QUEUE, type PasswordChangedEmail } from '../../core/platform/jobs/email.ts'
import { letterTo } from '../mail/mail-content.ts'
import { mailJob } from '../mail/mail-job.ts'
import { readerOf } from '../mail/reader.ts'
import { timeFor } from '../mail/time.ts'

/** Tells a person that the password was changed. */
export const mailPasswordChanged = mailJob<PasswordChangedEmail>({
  queue: EMAIL_QUEUE,
  name: 'password-changed',
  load: async (core, data) => {
    const found = await readerOf(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    return letterTo(realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      when: timeFor(reader, data.at),
    })
  },
})
