import { MAX_ENCODED_PARAMETER, MAX_LINE_PARAMETER } from '../../../config/limits.ts'
import { type FieldLimit, type FieldLimits, textLimit } from '../body/text-fields.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Parameter } from '../endpoint/parameter.ts'
import { jsonCharacters, textCharacters } from './bounds.ts'
import { isReadFromBody } from './parameter-reader.ts'

/** Bytes of a body beside the values of its parameters: their names, and unknown fields. */
const OTHER_BYTES = 65_536

/** The limits of the fields of an endpoint: its parameters by all their names, and `client`. */
export function fieldLimits({ params }: Pick<Endpoint, 'params'>): FieldLimits {
  const limits = new Map<string, FieldLimit>([['client', textLimit(MAX_LINE_PARAMETER)]])
  for (const [name, parameter] of Object.entries(params)) {
    const limit = limitOf(parameter)
    for (const each of [name, ...(parameter.aliases ?? [])]) limits.set(each, limit)
  }
  return limits
}

function limitOf({ encoding, schema }: Parameter): FieldLimit {
  if (encoding === 'text') return textLimit(Math.max(MAX_LINE_PARAMETER, textCharacters(schema)))
  const characters = jsonCharacters(schema)
  // The longest JSON text has 12 characters for each of a string's: more than the 9 of its longest escape.
  return { characters, encoded: Math.min(3 * characters, MAX_ENCODED_PARAMETER), decoded: characters }
}

/** The bytes that a body of the endpoint can need, at most `max`. */
export function bodyBytes(endpoint: Endpoint, max: number): number {
  const limits = fieldLimits(endpoint)
  const values = Object.entries(endpoint.params)
    .filter(([, parameter]) => isReadFromBody(parameter, endpoint.method))
    .map(([name]) => limits.get(name)!.encoded)
  return Math.min(
    max,
    values.reduce((sum, encoded) => sum + encoded, OTHER_BYTES),
  )
}
