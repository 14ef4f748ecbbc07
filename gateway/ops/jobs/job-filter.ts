import { z } from 'zod'
import type { Database } from '../../../core/platform/db/database.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import { JOB_ORDERS, JOB_STATES, type JobFilter } from '../../../core/platform/jobs/find-jobs.ts'
import { QUEUES } from '../../../core/platform/jobs/names.ts'
import { wrongSearch } from '../errors.ts'
import type { OperatorSay } from '../texts/say.ts'
import { namesInWords } from './about-job.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const whole = z.preprocess(empty, z.coerce.number().int().min(0).max(999_999_999).optional())
const text = z.preprocess(empty, z.string().max(200).optional())

const schema = z.object({
  queue: z.enum(QUEUES).default('email'),
  state: z.enum(JOB_STATES).default('failed'),
  order: z.enum(JOB_ORDERS).default('newest'),
  name: text,
  realm: text,
  reason: text,
  withinMinutes: whole,
  olderThanMinutes: whole,
})

/**
 * What an operator searches for. `name`: a part of the name of a job, or of its words. `realm`: the number,
 * the subdomain or a part of the name of an organization.
 */
export type JobSearch = Omit<JobFilter, 'names' | 'realms'> & { readonly realm?: string }

const ORGANIZATIONS = statement(
  'ops.search-organizations',
  `SELECT id FROM realm
   WHERE id::text = $1 OR subdomain = lower($1) OR position(lower($1) IN lower(name)) > 0
   ORDER BY id LIMIT $2`,
)
/** Organizations whose names have a part in common and that one search finds. */
const MAX_ORGANIZATIONS = 1_000

/** The jobs that an operator searches for. */
export async function filterOf(
  db: Database,
  { realm, ...search }: JobSearch,
  t: OperatorSay,
): Promise<JobFilter> {
  const names = search.name === undefined ? undefined : namesInWords(search.name, t)
  if (realm === undefined) return { ...search, ...(names && { names }) }
  const rows = await db.run<{ id: number }>(ORGANIZATIONS, [realm.trim(), MAX_ORGANIZATIONS])
  return { ...search, ...(names && { names }), realms: rows.map(({ id }) => id) }
}

/** The search in a query or form. Throws 400 with the name of the field that is wrong. */
export function searchIn(fields: URLSearchParams): JobSearch {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = fields.get(name)
      return value === null ? [] : [[name, value.replaceAll('\0', '')]]
    }),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw wrongSearch(String(parsed.error.issues[0]?.path[0] ?? 'search'))
  return parsed.data
}

/** The search as fields, which `searchIn` reads again. */
export function fieldsOf(filter: JobSearch): [name: string, value: string][] {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
}

export const queryOf = (filter: JobSearch, more: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams([...fieldsOf(filter), ...Object.entries(more)]).toString()
