import { z } from 'zod'
import { JOB_ORDERS, JOB_STATES, type JobFilter } from '../../../core/platform/jobs/find-jobs.ts'
import { QUEUES } from '../../../core/platform/jobs/names.ts'
import { wrongSearch } from '../errors.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const whole = z.preprocess(empty, z.coerce.number().int().min(0).max(999_999_999).optional())
const text = z.preprocess(empty, z.string().max(200).optional())

const schema = z.object({
  queue: z.enum(QUEUES).default('email'),
  state: z.enum(JOB_STATES).default('failed'),
  order: z.enum(JOB_ORDERS).default('newest'),
  name: text,
  realm: whole,
  reason: text,
  withinMinutes: whole,
  olderThanMinutes: whole,
})

/** The search in a query or form. Throws 400 with the name of the field that is wrong. */
export function filterIn(fields: URLSearchParams): JobFilter {
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

/** The search as fields, which `filterIn` reads again. */
export function fieldsOf(filter: JobFilter): [name: string, value: string][] {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)])
}

export const queryOf = (filter: JobFilter, more: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams([...fieldsOf(filter), ...Object.entries(more)]).toString()
