import { EXPORT_LIFETIME_DAYS } from '../../../config/limits.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { EXPORT_FINISHED } from '../../../core/transfer/exports/mails.ts'
import { MailCount } from '../../mail/count.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails the administrator who asked for an export that it can be downloaded. */
export const mailExportFinishedJob = mailJob(EXPORT_FINISHED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      link: `${realmUrl(realm.record, core.options.rootUrl)}/#organization/data-exports-admin`,
      days: new MailCount(EXPORT_LIFETIME_DAYS),
    })
  },
})
