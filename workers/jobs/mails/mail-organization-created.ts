import { ORGANIZATION_CREATED } from '../../../core/organization/settings/mails.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails the founder of an organization its address and the next steps. */
export const mailOrganizationCreatedJob = mailJob(ORGANIZATION_CREATED, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const url = realmUrl(realm.record, core.options.rootUrl)
    return contentFor(realm.record, reader, {
      name: reader.fullName,
      email: reader.deliveryEmail,
      inviteUrl: `${url}/#organization/invitations`,
      guideUrl: `${url}/help/administration`,
    })
  },
})
