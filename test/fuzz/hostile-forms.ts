import type { Endpoint } from '../../gateway/http/endpoint/endpoint.ts'

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
  digits: (bytes) => repeated('9', bytes),
  commas: (bytes) => repeated(',', bytes),
  'cut escapes': (bytes) => repeated('%2', bytes),
  'wrong escapes': (bytes) => repeated('%g', bytes),
  escapes: (bytes) => repeated('%41', bytes),
  'escapes of 4 bytes': (bytes) => repeated('%F0%9F%98%80', bytes),
  'escapes of no UTF-8': (bytes) => repeated('%FF', bytes),
}

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

/** The hostile forms for an endpoint, of `bytes` each. */
export function* hostileForms({ params, method }: Endpoint, bytes: number): Generator<HostileForm> {
  const names = Object.entries(params).filter(
    ([, { place }]) => place === 'form' || (place === 'byMethod' && method !== 'GET'),
  )
  for (const [shape, of] of Object.entries(FORMS)) {
    yield { shape, contentType: URL_ENCODED, body: Buffer.from(of(bytes)) }
  }
  for (const name of [...names.map(([name]) => name), 'unknown']) {
    for (const [kind, of] of Object.entries(VALUES)) {
      const value = of(bytes - name.length - 200)
      yield { shape: `${kind} in ${name}`, contentType: URL_ENCODED, body: Buffer.from(`${name}=${value}`) }
      yield {
        shape: `${kind} in ${name} of a multipart form`,
        contentType: `multipart/form-data; boundary=${BOUNDARY}`,
        body: Buffer.from(`${part(name, value)}--${BOUNDARY}--\r\n`),
      }
    }
  }
  const parts = repeated(part('a', ''), bytes - 100)
  const contentType = `multipart/form-data; boundary=${BOUNDARY}`
  yield { shape: 'many parts', contentType, body: Buffer.from(`${parts}--${BOUNDARY}--\r\n`) }
  const delimiters = repeated(`--${BOUNDARY}\r\n`, bytes - 100)
  yield { shape: 'delimiters only', contentType, body: Buffer.from(`${delimiters}--${BOUNDARY}--\r\n`) }
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
