import { z } from 'zod'

/** What an archive says of itself, in `manifest.json` (docs/export-format.md). */

export const FORMAT = 'loquat-export'
/** Raised when what was exported before can no longer be read as it was. */
export const FORMAT_VERSION = 1

/** Rows and bytes of a part at most; a single row may be larger. */
export const PART_ROWS = 5_000
export const PART_BYTES = 4 * 1024 * 1024
/** No part is larger than this: what reads one has it in memory. */
export const MAX_PART_BYTES = 64 * 1024 * 1024

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Name of a part: its table and its number. */
export const PART_NAME = /^([a-z_]{1,63})\/(\d{6,8})\.ndjson$/
export const FILE_NAME = /^files\/[a-z0-9-]{4,128}$/
export const partName = (table: string, number: number): string =>
  `${table}/${String(number).padStart(6, '0')}.ndjson`

const part = z.strictObject({
  name: z.string().regex(PART_NAME),
  rows: z.int().min(1).max(PART_ROWS),
  bytes: z.int().min(1).max(MAX_PART_BYTES),
  sha256,
})
export type Part = z.infer<typeof part>

export const manifestShape = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  /** Of the server that wrote it. */
  product: z.string().max(100),
  exported_at: z.iso.datetime(),
  /** `full`: all there is. `public` and `consent`: as POST /export/realm asks. */
  kind: z.enum(['full', 'public', 'consent']),
  realm: z.object({ id: z.int().min(1), subdomain: z.string().max(63), url: z.url().max(300) }),
  tables: z.array(
    z.strictObject({
      name: z.string().max(63),
      columns: z.array(z.string().max(63)).min(1).max(200),
      rows: z.int().min(0),
      parts: z.array(part),
    }),
  ),
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0), missing: z.int().min(0) }),
})
export type Manifest = z.infer<typeof manifestShape>

/** A file of a row, as the row tells of it. */
export const fileShape = z.strictObject({
  name: z.string().regex(FILE_NAME),
  size: z.int().min(0),
  sha256,
})
export type ArchivedFile = z.infer<typeof fileShape>
