import { compileDigest } from '../../../core/notifying/digests/compile.ts'
import { DIGEST } from '../../../core/notifying/digests/enqueue.ts'
import { unsubscribeUrl } from '../../../core/notifying/mail/unsubscribe.ts'
import { contentFor } from '../../mail/mail-content.ts'
import { mailJob } from '../../mail/mail-job.ts'
import { loadReader } from '../../mail/reader.ts'

/** Mails a person who has been away a digest (spec.md enable_digest_emails, realm_digest_emails_enabled). */
export const mailDigestJob = mailJob(DIGEST, {
  load: async (core, data) => {
    const found = await loadReader(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const digest = await compileDigest({ core, realm, user: reader }, data)
    if (digest === undefined) return undefined
    // Loaded at the first mail, because the converter of HTML takes 5 MiB of memory.
    const { digestValues } = await import('../../mail/digest-values.ts')
    return {
      ...contentFor(realm.record, reader, digestValues(core, realm, reader, digest)),
      unsubscribeUrl: unsubscribeUrl(core, realm.record, reader, { reasons: ['digest'] }),
    }
  },
})
