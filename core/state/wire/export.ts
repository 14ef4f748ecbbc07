import { z } from 'zod'

const SECONDS = 'in Unix seconds with fractions'

/** An export of the organization: `WireExport`. */
export const realmExport = z
  .object({
    id: z.int().describe('The id of the export.'),
    acting_user_id: z.int().describe('The administrator who asked for the export.'),
    export_time: z.number().describe(`When the export was asked for, ${SECONDS}.`),
    deleted_timestamp: z
      .number()
      .nullable()
      .describe(`When the archive was deleted, ${SECONDS}; null if it was not.`),
    failed_timestamp: z
      .number()
      .nullable()
      .describe(`When the export failed, ${SECONDS}; null if it did not.`),
    export_url: z
      .string()
      .nullable()
      .describe('Where the archive is; null until it is made, and when it is deleted.'),
    pending: z.boolean().describe('Whether the export is still being made.'),
    export_type: z
      .int()
      .describe('What it contains: 1 public data, 2 also the private data of users who consent.'),
  })
  .meta({ id: 'Export', description: 'An archive of the data of the organization.' })
