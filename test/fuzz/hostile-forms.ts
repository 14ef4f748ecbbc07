import type { Endpoint } from '../../gateway/http/endpoint/endpoint.ts'
import { fieldLimits } from '../../gateway/http/parameters/field-limits.ts'
import { isReadFromBody } from '../../gateway/http/parameters/parameter-reader.ts'

/** A form that costs as much as its bytes can: `body` fits into `bytes`. */
export interface HostileForm {
  /** The content of the form: "300,000 keys in flags". */
  readonly shape: string
  readonly contentType: string
  readonly body: Buffer
}

const URL_ENCODED = 'application/x-www-form-urlencoded'
const BOUNDARY = 'x'

/** Values that cost most to decode, to parse or to validate. Each returns at most `bytes`. */
const VALUES: Readonly<Record<string, (bytes: number) => string>> = {
  'JSON keys': (bytes) => `{${numbered(bytes - 4, (n) => `"${n.toString(36)}":0`)}}`,
  'nested JSON keys': (bytes) => `[${numbered(bytes - 4, (n) => `{"${n.toString(36)}":[{}]}`)}]`,
  'empty objects': (bytes) => `[${repeated('{},', bytes - 4)}{}]`,
  'empty lists': (bytes) => `[${repeated('[],', bytes - 4)}[]]`,
  integers: (bytes) => `[${repeated('1,', bytes - 4)}1]`,
  'growing integers': (bytes) => `[${numbered(bytes - 2, (n) => String(n))}]`,
  'short strings': (bytes) => `[${numbered(bytes - 2, (n) => `"${n.toString(36)}"`)}]`,
  'strings of escapes': (bytes) => `["${repeated('\\u0041', bytes - 4)}"]`,
  'null bytes': (bytes) => `["${repeated('\\u0000', bytes - 4)}"]`,
  'narrow terms': (bytes) =>
    `[${repeated('{"operator":"id","operand":1},', bytes - 40)}{"operator":"id","operand":1}]`,
  'open lists': (bytes) => repeated('[', bytes),
  brackets: (bytes) => `[${repeated('[[[[[[]]]]]],', bytes - 4)}[]]`,
  text: (bytes) => repeated('a', bytes),
  'text of signs': (bytes) => repeated('*_`<&', bytes),
  pluses: (bytes) => repeated('+', bytes),
  'pluses and an escape': (bytes) => `${repeated('+', bytes - 3)}%41`,
  'a list of spaces': (bytes) => `[${repeated(' ', bytes - 2)}]`,
  'a list of spaces and an escape': (bytes) => `[${repeated('+', bytes - 4)}%5D`,
  quotes: (bytes) => `[${repeated('"",', bytes - 5)}""]`,
  'escaped quotes': (bytes) => `["${repeated('\\"', bytes - 4)}"]`,
  backslashes: (bytes) => `["${repeated('\\', bytes - 4)}"]`,
  digits: (bytes) => repeated('9', bytes),
  commas: (bytes) => repeated(',', bytes),
  'cut escapes': (bytes) => repeated('%2', bytes),
  'wrong escapes': (bytes) => repeated('%g', bytes),
  escapes: (bytes) => repeated('%41', bytes),
  'escapes of 4 bytes': (bytes) => repeated('%F0%9F%98%80', bytes),
  'escapes of no UTF-8': (bytes) => repeated('%FF', bytes),
  'letters of 2 bytes': (bytes) => 'é'.repeat(bytes / 2),
  'signs of 3 bytes': (bytes) => '€'.repeat(bytes / 3),
  'emoji of 4 bytes': (bytes) => '😀'.repeat(bytes / 4),
  'letters of 2 bytes with percents': (bytes) => 'é%'.repeat(bytes / 3),
  'letters of 2 bytes and an escape': (bytes) => `${'é'.repeat((bytes - 3) / 2)}%41`,
  'a list of emoji': (bytes) => `["${'😀'.repeat((bytes - 4) / 4)}"]`,
}

/**
 * The values that may be as long as the longest encoded text. A JSON text of that length is decoded and then
 * refused, which costs as much as `text`.
 */
const ENCODED: ReadonlySet<string> = new Set([
  'text',
  'pluses',
  'pluses and an escape',
  'a list of spaces and an escape',
  'cut escapes',
  'wrong escapes',
  'escapes',
  'escapes of 4 bytes',
  'escapes of no UTF-8',
  'letters of 2 bytes',
  'signs of 3 bytes',
  'emoji of 4 bytes',
  'letters of 2 bytes with percents',
  'letters of 2 bytes and an escape',
])

/** Bodies that cost most to split into fields. */
const FORMS: Readonly<Record<string, (bytes: number) => string>> = {
  'one field many times': (bytes) => repeated('a=&', bytes),
  'empty fields': (bytes) => repeated('&', bytes),
  'equals signs': (bytes) => repeated('=', bytes),
  'unknown fields': (bytes) => numbered(bytes, (n) => `${n.toString(36)}=`, '&'),
  '900 long unknown fields': (bytes) =>
    Array.from({ length: 900 }, (_, n) => `${n}=${repeated('%41', Math.floor(bytes / 900) - 8)}`).join('&'),
  '900 long names': (bytes) =>
    Array.from({ length: 900 }, (_, n) => `${n}${repeated('%41', Math.floor(bytes / 900) - 8)}=`).join('&'),
  'a long name': (bytes) => `${repeated('%2', bytes - 1)}=`,
}

/** Bytes before and after a value: a name, and the delimiters of a part. */
const AROUND_VALUE = 300

/** A value with space around it, in which each form with the value is written. */
interface Value {
  readonly kind: string
  readonly space: Buffer
  readonly end: number
}

/** Bytes of the values that are kept for the next parameter or endpoint. */
const MAX_KEPT = 100_000_000
const kept = new Map<number, readonly Value[]>()
let keptBytes = 0

function valuesOf(bytes: number): readonly Value[] {
  const known = kept.get(bytes)
  if (known !== undefined) return known
  const values = Object.entries(VALUES).map(([kind, of]): Value => {
    const value = Buffer.from(of(bytes))
    const space = Buffer.alloc(value.length + 2 * AROUND_VALUE)
    value.copy(space, AROUND_VALUE)
    return { kind, space, end: AROUND_VALUE + value.length }
  })
  keptBytes += bytes * values.length
  if (keptBytes > MAX_KEPT) {
    kept.clear()
    keptBytes = bytes * values.length
  }
  kept.set(bytes, values)
  return values
}

function around({ space, end }: Value, head: string, tail: string): Buffer {
  const start = AROUND_VALUE - Buffer.byteLength(head)
  space.write(head, start)
  return space.subarray(start, end + space.write(tail, end))
}

/**
 * The hostile forms for an endpoint with forms of at most `bytes`: values as long as their parameter takes
 * them, and whatever else fills the form. A body is valid until the next form is asked for, because forms
 * with the same value share its memory.
 */
export function* hostileForms(endpoint: Endpoint, bytes: number): Generator<HostileForm> {
  yield* formsWithoutParameter(bytes)
  yield* formsOfParameters(endpoint, bytes)
}

/** The hostile forms with a value of each parameter, except those whose schemas are in `seen`. */
export function* formsOfParameters(
  endpoint: Endpoint,
  bytes: number,
  seen = new Set<unknown>(),
): Generator<HostileForm> {
  const limits = fieldLimits(endpoint)
  for (const [name, parameter] of Object.entries(endpoint.params)) {
    if (!isReadFromBody(parameter, endpoint.method)) continue
    // Parameters that share a declaration cost the same.
    if (seen.has(parameter.schema)) continue
    seen.add(parameter.schema)
    const { characters, encoded } = limits.get(name)!
    const most = bytes - AROUND_VALUE
    yield* formsWithValue(name, Math.min(characters, most))
    for (const value of valuesOf(Math.min(encoded, most))) {
      if (ENCODED.has(value.kind)) yield urlEncoded(name, value)
    }
  }
}

/** The hostile forms of `bytes` each that cost the same at every endpoint. */
export function* formsWithoutParameter(bytes: number): Generator<HostileForm> {
  for (const [shape, of] of Object.entries(FORMS)) {
    yield { shape, contentType: URL_ENCODED, body: Buffer.from(of(bytes)) }
  }
  yield* formsWithValue('unknown', bytes - AROUND_VALUE)
  const contentType = `multipart/form-data; boundary=${BOUNDARY}`
  const end = `--${BOUNDARY}--\r\n`
  yield { shape: 'many parts', contentType, body: Buffer.from(repeated(part('a', ''), bytes - 100) + end) }
  const delimiters = repeated(`--${BOUNDARY}\r\n`, bytes - 100)
  yield { shape: 'delimiters only', contentType, body: Buffer.from(delimiters + end) }
}

const urlEncoded = (name: string, value: Value): HostileForm => ({
  shape: `${value.kind} in ${name}`,
  contentType: URL_ENCODED,
  body: around(value, `${name}=`, ''),
})

function* formsWithValue(name: string, bytes: number): Generator<HostileForm> {
  const [head, tail] = part(name, '\0').split('\0') as [string, string]
  for (const value of valuesOf(bytes)) {
    yield urlEncoded(name, value)
    yield {
      shape: `${value.kind} in ${name} of a multipart form`,
      contentType: `multipart/form-data; boundary=${BOUNDARY}`,
      body: around(value, head, `${tail}--${BOUNDARY}--\r\n`),
    }
  }
}

const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

const repeated = (text: string, bytes: number): string =>
  text.repeat(Math.max(0, Math.floor(bytes / text.length)))

function numbered(bytes: number, of: (n: number) => string, separator = ','): string {
  const items: string[] = []
  let length = 0
  for (let n = 0; ; n++) {
    const item = of(n)
    length += item.length + separator.length
    if (length > bytes) return items.join(separator)
    items.push(item)
  }
}
