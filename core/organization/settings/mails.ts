import { z } from 'zod'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { declareJob, idSchema } from '../../platform/jobs/declare-job.ts'

/** Tells an owner that the organization is deactivated, and when its data are deleted. */
export const ORGANIZATION_DEACTIVATED = declareJob({
  queue: 'email',
  name: 'organization-deactivated',
  data: z.object({
    realm: idSchema<RealmId>(),
    user: idSchema<UserId>(),
    /** Null: the operator of the server. */
    by: idSchema<UserId>().nullable(),
  }),
})

/** Tells the founder the address of a new organization, and the next steps. */
export const ORGANIZATION_CREATED = declareJob({
  queue: 'email',
  name: 'organization-created',
  data: z.object({ realm: idSchema<RealmId>(), user: idSchema<UserId>() }),
})
