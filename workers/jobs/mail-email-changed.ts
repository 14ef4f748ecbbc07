import { EMAIL_CHANGED } from '../../core/people/users/account-mails.ts'
import { letterTo } from '../mail/mail-content.ts'
import { mailJob } from '../mail/mail-job.ts'
import { readerOf } from '../mail/reader.ts'

/** Tells the former address of a person that there is another one now. */
export const mailEmailChangedJob = mailJob(EMAIL_CHANGED, {
  load: async (core, data) => {
    const found = await readerOf(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const letter = letterTo(realm.record, reader, { name: reader.fullName, newEmail: data.newEmail })
    return { ...letter, to: { name: reader.fullName, address: data.formerEmail } }
  },
})
