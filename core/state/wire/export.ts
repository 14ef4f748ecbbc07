import { z } from 'zod'

/** Unix seconds, with fractions. */
const time = z.number()

/** An export of the organization: `WireExport`. */
export const realmExport = z.object({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: time,
  deleted_timestamp: time.nullable(),
  failed_timestamp: time.nullable(),
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_type: z.int(),
})
