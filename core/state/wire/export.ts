import { z } from 'zod'

/** Unix seconds, with fractions. */
const time = z.number().describe('Unix seconds, with fractions.')

/** An export of the organization: `WireExport`. */
export const realmExport = z
  .object({
    id: z.int(),
    acting_user_id: z.int(),
    export_time: time,
    deleted_timestamp: time.nullable(),
    failed_timestamp: time.nullable(),
    export_url: z
      .string()
      .nullable()
      .describe('Where the archive is; null until it is made, and when it is deleted.'),
    pending: z.boolean(),
    export_type: z.int().describe('1: public data. 2: also private data of users who consent.'),
  })
  .meta({ id: 'Export', description: 'An archive of the data of the organization.' })
