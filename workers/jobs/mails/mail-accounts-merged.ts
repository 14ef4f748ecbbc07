import { realmUrl } from '../../../core/state/realm/address.ts'
import { ACCOUNTS_MERGED } from '../../../core/transfer/merging/jobs.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails a person that another account of theirs was merged into the one that stays. */
export const mailAccountsMergedJob = mailJob(ACCOUNTS_MERGED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const former = realm.users.get(data.from)
    if (former === undefined) return undefined
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      former: former.fullName,
      address: reader.deliveryEmail,
      link: realmUrl(realm.record, core.options.rootUrl),
    })
  },
})
