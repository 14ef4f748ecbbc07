import { z } from 'zod'

/** The shape of `manifest.json`, which describes an archive (docs/export-format.md). */

export const FORMAT = 'loquat-export'
/** Increased when archives of the previous version need a different reader. */
export const FORMAT_VERSION = 1

/** Most rows and bytes of a part that the export writes. A single row may be larger. */
export const PART_ROWS = 5_000
export const PART_BYTES = 4 * 1024 * 1024
/** Largest part that the import accepts, because it reads a part into memory. */
export const MAX_PART_BYTES = 64 * 1024 * 1024

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Name of a part: table and number. */
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
  /** Version of the server that wrote it. */
  product: z.string().max(100),
  exported_at: z.iso.datetime(),
  /** `full` contains everything. `public` and `consent` correspond to the types of POST /export/realm. */
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

/** The description of a file in the row that it belongs to. */
export const fileShape = z.strictObject({
  name: z.string().regex(FILE_NAME),
  size: z.int().min(0),
  sha256,
})
export type ArchivedFile = z.infer<typeof fileShape>
