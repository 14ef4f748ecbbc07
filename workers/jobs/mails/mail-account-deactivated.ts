import { ACCOUNT_DEACTIVATED } from '../../../core/people/credentials/account-mails.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails a user that an administrator has deactivated the account (spec.md DELETE /users/{user_id}). */
export const mailAccountDeactivatedJob = mailJob(ACCOUNT_DEACTIVATED, {
  load: async (core, data) => {
    const found = await loadReader(core, data, { evenDeactivated: true })
    // the account was reactivated meanwhile
    if (found === undefined || found.reader.isActive) return undefined
    const { realm, reader } = found
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      by: realm.users.get(data.by)?.fullName ?? realm.record.settings.name,
      hasComment: data.comment !== '',
      comment: data.comment,
    })
  },
})
