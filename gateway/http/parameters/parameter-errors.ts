import type { z } from 'zod'
import { ApiError } from '../../../core/platform/errors.ts'
import { invalidChoiceMessage } from '../../../core/platform/text/invalid-choice.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

/** The placeholder for the parameter in messages, also in the custom `error` of a schema. */
const SUBJECT = '{var_name}'

/** spec.md "Errors": a required parameter is absent. */
export const missing = (name: string): ApiError =>
  new ApiError(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', extra: { var_name: name } })

/** A request has two names of one parameter. */
export const confusing = (name: string, other: string): ApiError =>
  new ApiError(`Can't decide between '${name}' and '${other}' arguments`, {
    code: 'REQUEST_CONFUSING_VAR',
    extra: { var_name1: name, var_name2: other },
  })

/** Parameters that exclude each other were given together. */
export const unsupportedCombination = (...names: readonly string[]): ApiError =>
  new ApiError(`Unsupported parameter combination: ${names.join(', ')}`)

export const notJson = (name: string): ApiError => new ApiError(`${name} is not valid JSON`)

/** Null bytes and lone surrogates cannot be stored or sent, so no handler receives them. */
export const hasNul = (name: string): ApiError => new ApiError(`${name} must not contain null bytes`)
export const hasLoneSurrogate = (name: string): ApiError =>
  new ApiError(`${name} must not contain lone surrogates`)

/**
 * The error for a value that `schema` refuses: its first issue, in the words that existing clients know. A
 * schema may have its own message (`z.string().refine(…, '{var_name} is not a topic')`).
 */
export function invalid(name: string, schema: z.ZodType, value: unknown): ApiError {
  const { error } = schema.safeParse(value, { error: sentence })
  const issue = mostSpecific(error!.issues)
  return new ApiError(issue.message.replaceAll(SUBJECT, () => name + formatPath(issue.path)))
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
    case 'invalid_value':
      return invalidChoiceMessage(`Invalid ${SUBJECT}`, issue.values)
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
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `[${JSON.stringify(String(step))}]`))
    .join('')
}

/**
 * The first issue. For a union, the issue deepest inside the value, from the alternative that the value fits
 * best. When the value has the type of no alternative, the issue of the union itself.
 */
export function mostSpecific(issues: readonly Issue[]): Issue {
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
  const isOwnValue = best.code === 'invalid_value' && best.path.length === first.path.length
  return isOwnValue && best.message.startsWith(`Invalid ${SUBJECT}`)
    ? { ...best, message: invalidChoiceMessage(`Invalid ${SUBJECT}`, ...choicesOf(first.errors)) }
    : best
}

/** Finds the expected kind in a message. */
const KIND = / is not (.+)$/

/** The values that the alternatives of a union take, and the names of their other kinds. */
function choicesOf(alternatives: readonly (readonly Issue[])[]): [values: unknown[], others?: string] {
  const values: unknown[] = []
  const kinds: string[] = []
  for (const [issue] of alternatives) {
    if (issue?.path.length !== 0) continue
    if (issue.code === 'invalid_value') values.push(...issue.values)
    else if (issue.code === 'invalid_type') kinds.push(KIND.exec(issue.message)?.[1] ?? 'another value')
  }
  return kinds.length === 0 ? [values] : [values, [...new Set(kinds)].join(' or ')]
}

export const tooDeeplyNested = (name: string, limit: number): ApiError =>
  new ApiError(`${name} is nested too deeply (limit: ${limit} levels)`)

export const tooManyValues = (name: string, limit: number): ApiError =>
  new ApiError(`${name} has too many values (limit: ${limit})`)

export const tooManyMembers = (name: string, limit: number): ApiError =>
  new ApiError(`${name} has too many names of members (limit: ${limit})`)

export const tooMuchSpace = (name: string, limit: number): ApiError =>
  new ApiError(`${name} has too much white space (limit: ${limit} characters)`)
