import type { z } from 'zod'
import { ApiError } from '../../core/errors.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** Stands for the parameter in a message, and in the `error` of a schema that words its own. */
const SUBJECT = '{var_name}'

/** spec.md "Errors": a required parameter is absent. */
export const missing = (name: string): ApiError =>
  new ApiError(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', extra: { var_name: name } })

export const notJson = (name: string): ApiError => new ApiError(`${name} is not valid JSON`)

/** Neither of the two can be stored or sent on, so neither reaches a handler. */
export const hasNul = (name: string): ApiError => new ApiError(`${name} must not contain null bytes`)
export const hasLoneSurrogate = (name: string): ApiError =>
  new ApiError(`${name} must not contain lone surrogates`)

/**
 * The error for a value that `schema` refuses: its first issue, worded as existing clients know it. A
 * schema may word its own (`z.string().refine(…, '{var_name} is not a topic')`).
 */
export function invalid(name: string, schema: z.ZodType, value: unknown): ApiError {
  const { error } = schema.safeParse(value, { error: sentence })
  const issue = mostSpecific(error!.issues)
  return new ApiError(issue.message.replaceAll(SUBJECT, () => name + trail(issue)))
}

const NOUNS: Record<string, string> = {
  int: 'an integer',
  number: 'a float',
  string: 'a string',
  boolean: 'a boolean',
  array: 'a list',
  tuple: 'a list',
  object: 'a dict',
  record: 'a dict',
}

function sentence(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return `${SUBJECT} field is missing`
      const noun = NOUNS[isInteger(issue) ? 'int' : issue.expected]
      return noun === undefined ? `Invalid ${SUBJECT}` : `${SUBJECT} is not ${noun}`
    }
    case 'too_big':
      if (issue.origin === 'string') return `${SUBJECT} is too long (limit: ${issue.maximum} characters)`
      if (issue.origin === 'array') return `${SUBJECT} is too long (limit: ${issue.maximum} items)`
      return `${SUBJECT} is too large`
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return `${SUBJECT} cannot be blank`
      if (issue.origin === 'string' || issue.origin === 'array') return `${SUBJECT} is too short.`
      return `${SUBJECT} is too small`
    case 'unrecognized_keys':
      return `Argument "${issue.keys[0]}" at ${SUBJECT} is unexpected`
    case 'invalid_union':
      return `${SUBJECT} is not an allowed_type`
    case 'invalid_format':
      if (issue.format === 'url') return `${SUBJECT} is not a URL`
      if (issue.format === 'date' || issue.format === 'datetime') return `${SUBJECT} is not a date`
      return `Invalid ${SUBJECT}`
    default:
      return `Invalid ${SUBJECT}`
  }
}

function isInteger(issue: RawIssue): boolean {
  return (issue.inst as { isInt?: boolean } | undefined)?.isInt === true
}

/** `[0]` and `["key"]` for each step into the value. */
function trail(issue: Issue): string {
  return issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `[${JSON.stringify(String(step))}]`))
    .join('')
}

/**
 * The first issue; of a union the one furthest inside the value, in the alternative that the value fits
 * best. A value that fits the kind of no alternative stays an issue of the union.
 */
function mostSpecific(issues: readonly Issue[]): Issue {
  const first = issues[0]!
  if (first.code !== 'invalid_union') return first
  let best: Issue = first
  for (const alternative of first.errors) {
    if (alternative.length === 0) continue
    const inner = mostSpecific(alternative)
    const isWrongKind = inner.path.length === 0 && inner.code === 'invalid_type'
    if (isWrongKind) continue
    const whole: Issue = { ...inner, path: [...first.path, ...inner.path] }
    if (best === first || whole.path.length > best.path.length) best = whole
  }
  return best
}
