import { ORGANIZATION_DEACTIVATED } from '../../../core/organization/settings/mails.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'
import { MailDay } from '../../mail/time.ts'
import { wordsOf } from '../../mail/words.ts'

/** Mails an owner that the organization is deactivated, and when its data are deleted. */
export const mailOrganizationDeactivatedJob = mailJob(ORGANIZATION_DEACTIVATED, {
  load: async (core, data) => {
    const found = await loadReader(core, data, { evenInDeactivated: true })
    // The organization was reactivated meanwhile.
    if (found === undefined || !found.realm.record.isDeactivated) return undefined
    const { realm, reader } = found
    const { deletionDate } = realm.record
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      by:
        (data.by !== null && realm.users.get(data.by)?.fullName) ||
        wordsOf(reader.settings.default_language).operator,
      isDeleted: deletionDate !== null,
      date: deletionDate === null ? '' : new MailDay(deletionDate),
    })
  },
})
