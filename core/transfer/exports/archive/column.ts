import { z } from 'zod'
import { isPicturePath } from '../../../state/pictures/path.ts'

/** Kinds of objects whose ids other rows reference. Import assigns new ids to each kind. */
export const KINDS = [
  'user',
  'group',
  'channel',
  'folder',
  'field',
  'emoji',
  'conversation',
  'message',
  'attachment',
] as const
export type Kind = (typeof KINDS)[number]

/** Maps ids, positions and addresses of the exported organization to those in the imported one. */
export interface Mapping {
  /** Returns the new id, or null when the archive does not contain the old one. */
  id(kind: Kind, old: number): number | null
  /** Returns the first message at or after a position. */
  from(position: number): number
  /** Returns the last message at or before a position; 0 when there is none. */
  upTo(position: number): number
  /** Maps the ids and addresses in message text. */
  markdown(text: string): string
  /**
   * Maps the ids and addresses in rendered HTML. Renders its Markdown anew when this server writes no such
   * HTML.
   */
  html(text: string, markdown: string): string
  /** Maps a path below `/user_uploads/` or `/user_avatars/`. */
  path(path: string): string
  /** Returns the storage key for the file with this exported id. */
  storageKey(attachment: number): string
  /** Host name of the imported organization. */
  readonly host: string
}

/** A row of an archive, keyed by column name. */
export type Row = Readonly<Record<string, unknown>>

/** How a column of a table is exported and imported. */
export interface Column {
  readonly type: z.ZodType
  /** Set when the column is the row's own id, of this kind. */
  readonly own?: Kind
  /**
   * Maps the exported value to the imported one; absent when they are equal. Throws `DanglingReference` when
   * the value references a row that the archive does not contain.
   */
  readonly map?: (value: unknown, mapping: Mapping, row: Row) => unknown
  /** SQL expression over row `t` to export; absent when it is the column itself. */
  readonly select?: string
  /** Whether it references rows of later tables. Import fills such columns after all rows are inserted. */
  readonly isDeferred?: true
  /** SQL expression over row `t` that replaces the value in exports other than full ones. */
  readonly withheld?: string
}

/** A row references an object that the archive does not contain. */
export class DanglingReference extends Error {
  constructor(kind: Kind, id: number) {
    super(`it references ${kind} ${id}, which the archive does not contain`)
  }
}

const MAX_INTEGER = 2_147_483_647
const TIME = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/

const INVALID = /[\0\p{Cs}]/u

const plain = z.string().refine((text) => !INVALID.test(text), 'contains invalid characters')
const truth = z.boolean()
const identity = z.int().min(1)
const position = z.int().min(0)
const safeInteger = z.int()
const smallInteger = z.int().min(-MAX_INTEGER).max(MAX_INTEGER)
const moment = z.string().regex(TIME)

const isInteger =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most

/**
 * Quick checks of the types of most columns: whether the type accepts a value. These types change no value.
 */
export const QUICK_CHECKS: ReadonlyMap<z.ZodType, (value: unknown) => boolean> = new Map<
  z.ZodType,
  (value: unknown) => boolean
>([
  [plain, (value) => typeof value === 'string' && !INVALID.test(value)],
  [truth, (value) => typeof value === 'boolean'],
  [identity, isInteger(1)],
  [position, isInteger(0)],
  [safeInteger, isInteger(Number.MIN_SAFE_INTEGER)],
  [smallInteger, isInteger(-MAX_INTEGER, MAX_INTEGER)],
  [moment, (value) => typeof value === 'string' && TIME.test(value)],
])

const column = (type: z.ZodType, more: Omit<Column, 'type'> = {}): Column => ({ type, ...more })

/** Makes a column nullable. */
export function orNull({ type, map, ...more }: Column): Column {
  return {
    ...more,
    type: type.nullable(),
    ...(map && { map: (value, mapping, row) => (value === null ? null : map(value, mapping, row)) }),
  }
}

/** Defers a column until all rows are inserted; see `Column.isDeferred`. */
export const deferred = (of: Column): Column => ({ ...of, isDeferred: true })
/** Replaces a column's value in exports other than full ones; see `Column.withheld`. */
export const withheld = (of: Column, sql: string): Column => ({ ...of, withheld: sql })

export const text = column(plain)
export const boolean = column(truth)
export const integer = column(smallInteger)
export const bigint = column(safeInteger)
export const time = column(moment)
export const date = column(z.string().regex(/^\d{4,6}-\d\d-\d\d$/))

/** The row's own id. */
export const own = (kind: Kind): Column =>
  column(identity, { own: kind, map: (id, mapping) => idOf(kind, id, mapping) })

/** A reference to a row of that kind. */
export const ref = (kind: Kind): Column => column(identity, { map: (id, mapping) => idOf(kind, id, mapping) })

/** A reference that becomes null when the archive does not contain the row. */
export const optionalRef = (kind: Kind): Column =>
  column(identity.nullable(), { map: (id, mapping) => (id === null ? null : mapping.id(kind, Number(id))) })

/** A sorted list of references. */
export const refs = (kind: Kind): Column =>
  column(z.array(identity).max(100_000), {
    map: (ids, mapping) => (ids as number[]).map((id) => idOf(kind, id, mapping)),
  })

/**
 * A position in the order of messages. It maps to the first message at or after it, or the last at or before
 * it.
 */
export const from = column(position, { map: (at, mapping) => mapping.from(Number(at)) })
export const upTo = column(position, { map: (at, mapping) => mapping.upTo(Number(at)) })

export const markdown = column(plain, { map: (value, mapping) => mapping.markdown(String(value)) })
/** HTML that is rendered from the Markdown in the column `source`. */
export const htmlOf = (source: string): Column =>
  column(plain, { map: (value, mapping, row) => mapping.html(String(value), String(row[source] ?? '')) })

/** A JSON value, mapped as a whole. */
export const json = (type: z.ZodType, map?: Column['map']): Column => column(type, map && { map })

/** A text, mapped as a whole. */
export const textWith = (map: (value: string, mapping: Mapping) => string): Column =>
  column(plain, { map: (value, mapping) => map(String(value), mapping) })

/** Paths below `/user_uploads/` and `/user_avatars/`. */
export const path = column(plain, { map: (value, mapping) => mapping.path(String(value)) })
export const picturePath = column(z.string().refine(isPicturePath, 'is not the path of an image'), {
  map: path.map,
})

/** Exports the value of `sql` over row `t` instead of the column; see `Column.select`. */
export const selected = (sql: string, of: Column): Column => ({ ...of, select: sql })

/** Returns the new id. Throws `DanglingReference` when the archive does not contain the old one. */
export function idOf(kind: Kind, old: unknown, mapping: Mapping): number {
  const id = mapping.id(kind, Number(old))
  if (id === null) throw new DanglingReference(kind, Number(old))
  return id
}
