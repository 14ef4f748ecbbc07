import { EMAIL_CHANGED } from '../../../core/people/credentials/account-mails.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails the former address of a user that the address was changed. */
export const mailEmailChangedJob = mailJob(EMAIL_CHANGED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const content = contentFor(realm.record, reader, { name: reader.fullName, newEmail: data.newEmail })
    return { ...content, to: { name: reader.fullName, address: data.formerEmail } }
  },
})
