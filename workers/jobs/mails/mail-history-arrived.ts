import { realmUrl } from '../../../core/state/realm/address.ts'
import { HISTORY_ARRIVED } from '../../../core/transfer/history/jobs.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails an owner that the history is there, with the report. */
export const mailHistoryArrivedJob = mailJob(HISTORY_ARRIVED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const url = realmUrl(realm.record, core.options.rootUrl)
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      reportUrl: `${url}/#organization/bring-history`,
    })
  },
})
