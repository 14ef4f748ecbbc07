import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

const CHANGES = [
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'reset',
] as const
/** The change. */
export type SecondFactorChange = (typeof CHANGES)[number]

/** Notifies a person that second factors were changed, in case somebody else changed them. */
export const SECOND_FACTOR_CHANGED = declareJob({
  queue: 'email',
  name: 'second-factor-changed',
  data: z.object({
    realm: idSchema<RealmId>(),
    user: idSchema<UserId>(),
    /** Unix seconds. */
    at: z.number(),
    change: z.enum(CHANGES),
  }),
})
