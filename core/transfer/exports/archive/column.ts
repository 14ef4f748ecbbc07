import { z } from 'zod'
import { isPicturePath } from '../../../state/pictures/path.ts'

/** What has ids that other rows name: each kind is given new ids on import. */
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

/** Finds what stands for the ids and addresses of the exported organization in the imported one. */
export interface Mapping {
  /** The new id; null for one that the archive does not have. */
  id(kind: Kind, old: number): number | null
  /** The first message at or after a position. */
  from(position: number): number
  /** The last message at or before a position; 0 for none. */
  upTo(position: number): number
  /** Message text, with what it names. */
  markdown(text: string): string
  /** Rendered text, with what it names. */
  html(text: string): string
  /** An address below `/user_uploads/` or `/user_avatars/`. */
  path(path: string): string
  /** What the bytes of a file are stored under that was exported with this id. */
  storageKey(attachment: number): string
  /** The host name of the imported organization. */
  readonly host: string
}

/** A row as an archive has it, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** A column of a table as an archive has it. */
export interface Column {
  readonly type: z.ZodType
  /** Of which kind of id it is the row's own. */
  readonly own?: Kind
  /** What is imported of it; as it is when absent. Throws `Dangling` when it names what the archive does not have. */
  readonly map?: (value: unknown, mapping: Mapping, row: Row) => unknown
  /** SQL of what is exported, when that is not just the column of row `t`. */
  readonly select?: string
  /** It names rows of tables that come later: imported when all others are. */
  readonly isLate?: true
  /** SQL that is exported in its place, unless its user consents or all is exported: `t` is the row. */
  readonly withheld?: string
}

/** A row names something that the archive does not have. */
export class Dangling extends Error {
  constructor(kind: Kind, id: number) {
    super(`it names ${kind} ${id}, which the archive does not have`)
  }
}

const MAX_INTEGER = 2_147_483_647
const TIME = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/

const plain = z.string().refine((text) => !/[\0\p{Cs}]/u.test(text), 'has characters that no text has')
const identity = z.int().min(1)

const column = (type: z.ZodType, more: Omit<Column, 'type'> = {}): Column => ({ type, ...more })

/** The column may be null. */
export function orNull({ type, map, ...more }: Column): Column {
  return {
    ...more,
    type: type.nullable(),
    ...(map && { map: (value, mapping, row) => (value === null ? null : map(value, mapping, row)) }),
  }
}

export const late = (of: Column): Column => ({ ...of, isLate: true })
export const withheld = (of: Column, sql: string): Column => ({ ...of, withheld: sql })

export const text = column(plain)
export const boolean = column(z.boolean())
export const integer = column(z.int().min(-MAX_INTEGER).max(MAX_INTEGER))
export const bigint = column(z.int())
export const time = column(z.string().regex(TIME))
export const date = column(z.string().regex(/^\d{4,6}-\d\d-\d\d$/))

/** The row's own id. */
export const own = (kind: Kind): Column =>
  column(identity, { own: kind, map: (id, mapping) => idOf(kind, id, mapping) })

/** The id of a row of that kind. */
export const ref = (kind: Kind): Column => column(identity, { map: (id, mapping) => idOf(kind, id, mapping) })

/** The same, null when the archive does not have it. */
export const refIfThere = (kind: Kind): Column =>
  column(identity.nullable(), { map: (id, mapping) => (id === null ? null : mapping.id(kind, Number(id))) })

/** A sorted list of ids. */
export const refs = (kind: Kind): Column =>
  column(z.array(identity).max(100_000), {
    map: (ids, mapping) => (ids as number[]).map((id) => idOf(kind, id, mapping)),
  })

/** A place in the order of messages: the first message that it does not lie before, or the last that it lies after. */
export const from = column(z.int().min(0), { map: (at, mapping) => mapping.from(Number(at)) })
export const upTo = column(z.int().min(0), { map: (at, mapping) => mapping.upTo(Number(at)) })

export const markdown = column(plain, { map: (value, mapping) => mapping.markdown(String(value)) })
export const html = column(plain, { map: (value, mapping) => mapping.html(String(value)) })

/** JSON of a shape, mapped as a whole. */
export const json = (type: z.ZodType, map?: Column['map']): Column => column(type, map && { map })

/** Some text, mapped as a whole. */
export const textWith = (map: (value: string, mapping: Mapping) => string): Column =>
  column(plain, { map: (value, mapping) => map(String(value), mapping) })

/** An address below `/user_uploads/`, and one below `/user_avatars/`. */
export const path = column(plain, { map: (value, mapping) => mapping.path(String(value)) })
export const picturePath = column(z.string().refine(isPicturePath, 'no address of a picture'), {
  map: path.map,
})

/** What `sql` says of row `t`. */
export const selected = (sql: string, of: Column): Column => ({ ...of, select: sql })

/** The new id. Throws `Dangling`. */
export function idOf(kind: Kind, old: unknown, mapping: Mapping): number {
  const id = mapping.id(kind, Number(old))
  if (id === null) throw new Dangling(kind, Number(old))
  return id
}
