import { compileDigest } from '../../core/notifying/digests/compile.ts'
import { DIGEST } from '../../core/notifying/digests/enqueue.ts'
import { unsubscribeUrl } from '../../core/notifying/mail/unsubscribe.ts'
import { digestValues } from '../mail/digest-values.ts'
import { letterTo } from '../mail/mail-content.ts'
import { mailJob } from '../mail/mail-job.ts'
import { readerOf } from '../mail/reader.ts'

/** Tells a person who has been away what happened (spec.md enable_digest_emails, realm_digest_emails_enabled). */
export const mailDigestJob = mailJob(DIGEST, {
  load: async (core, data) => {
    const found = await readerOf(core, data)
    if (found === undefined) return undefined
    const { realm, reader } = found
    const digest = await compileDigest({ core, realm, user: reader }, data)
    if (digest === undefined) return undefined
    return {
      ...letterTo(realm.record, reader, digestValues(core, realm, reader, digest)),
      unsubscribeUrl: unsubscribeUrl(core, realm.record, reader, { reasons: ['digest'] }),
    }
  },
})
