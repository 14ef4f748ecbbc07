import type { Endpoint } from '../../gateway/http/endpoint/endpoint.ts'
import type { Parameter } from '../../gateway/http/endpoint/parameter.ts'
import type { Random } from '../chaos/random.ts'
import { hostile, type Known, likely } from './values.ts'

/** A request as sent; `path` begins with a slash. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/** How many parts of a request are as a client would send them. */
export type Spite = 'none' | 'one' | 'all' | 'body'

/**
 * Sent only without permission: with permission they would end the account or the organization that other
 * requests need.
 */
const FINAL = new Set([
  ...['DELETE /users/me', 'POST /realm/deactivate', 'POST /users/me/api_key/regenerate'],
  ...['PATCH /settings', 'POST /bots/{bot_id}/api_key/regenerate'],
])

export const isFinal = ({ method, path }: Endpoint): boolean => FINAL.has(`${method} ${path}`)

/** Changes to accounts: sent only about accounts that send no requests. */
const OF_ACCOUNTS = /^\/(?:users|bots)\/\{(?:user_id|email|bot_id)\}/

type Text = string | Buffer

/** A request to an endpoint, generated from its declaration. */
export function requestTo(endpoint: Endpoint, spite: Spite, random: Random, known: Known): FuzzRequest {
  const { method, path, params } = endpoint
  const names = Object.keys(params)
  const victim = random.pick(names)
  const changesAccount = method !== 'GET' && OF_ACCOUNTS.test(path)
  const spelled = new Map<string, Text>()
  for (const [name, parameter] of Object.entries(params)) {
    const isWanted = parameter.place === 'path' || !parameter.schema.safeParse(undefined).success
    if (!isWanted && !random.chance(spite === 'none' ? 0.3 : 0.6) && name !== victim) continue
    const isHostile = spite === 'all' || (spite === 'one' && name === victim)
    if (changesAccount && parameter.place === 'path') {
      spelled.set(name, isHostile ? '999999999' : String(known.pick(`victim ${name}`, random) ?? '999999999'))
    } else spelled.set(name, isHostile ? hostile(random) : spell(parameter, name, random, known))
  }
  if (spite !== 'none' && random.chance(0.2))
    spelled.set(random.pick(['client', 'nonsense', '']), hostile(random))
  const address = path.replace(/\{(\w+)\}/g, (_, name) => escaped(spelled.get(name) ?? '').slice(0, 2000))
  const inQuery: [string, Text][] = []
  const inBody: [string, Text][] = []
  for (const [name, text] of spelled) {
    if (params[name]?.place === 'path') continue
    const goesInBody = method !== 'GET' && params[name]?.place !== 'query' && !random.chance(0.05)
    ;(goesInBody ? inBody : inQuery).push([name, text])
  }
  const query = formOf(inQuery).toString('latin1').slice(0, 3000)
  const target = `/api/v1${address}${query === '' ? '' : `?${query}`}`
  if (method === 'GET') return { method, path: target, headers: {}, body: undefined }
  return { method, path: target, ...bodyOf(inBody, spite, random) }
}

function spell({ encoding, schema }: Parameter, name: string, random: Random, known: Known): string {
  const value = likely(schema, name, random, known)
  if (encoding === 'text') return String(value)
  return encoding === 'jsonOrText' && typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function bodyOf(fields: readonly [string, Text][], spite: Spite, random: Random) {
  const kind = spite === 'body' ? random.int(0, 5) : random.chance(0.1) ? 1 : 0
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  switch (kind) {
    case 1: {
      const boundary = 'b'.repeat(random.int(1, 70))
      const parts = fields.map(([name, text]) =>
        Buffer.concat([
          Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
          Buffer.from(text as string),
          Buffer.from('\r\n'),
        ]),
      )
      const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nnot a picture\r\n`
      const body = Buffer.concat([...parts, Buffer.from(`${file}--${boundary}--\r\n`)])
      return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
    }
    case 2:
      return { headers: { 'content-type': 'application/json' }, body: Buffer.from(hostile(random) as string) }
    case 3:
      return { headers: form, body: Buffer.from(hostile(random) as string) }
    case 4:
      return {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: Buffer.from(hostile(random) as string),
      }
    case 5:
      return { headers: form, body: Buffer.from('a=1&'.repeat(random.int(1, 3000))) }
    default:
      return { headers: form, body: formOf(fields) }
  }
}

const formOf = (fields: readonly [string, Text][]): Buffer =>
  Buffer.from(fields.map(([name, text]) => `${escaped(name)}=${escaped(text)}`).join('&'))

/** Percent-encodes byte by byte, so that invalid UTF-8 is sent too. */
function escaped(text: Text): string {
  if (typeof text === 'string' && /^[\w.-]*$/.test(text)) return text
  let result = ''
  for (const byte of Buffer.from(text as string)) {
    const isPlain = (byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90)
    result += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  }
  return result
}

/** Paths that are not endpoints of the API. */
const OTHERS = [
  ...[
    '/login',
    '/new',
    '/join/x',
    '/accounts/password/reset/',
    '/user_uploads/1/ab/x.png',
    '/user_avatars/1/x.png',
  ],
  ...[
    '/external_content/00/00',
    '/health/live',
    '/api/v1/tus',
    '/api/v1/tus/00000000000000000000000000000000',
  ],
  ...[
    '/json/messages',
    '/json/register',
    '/ops',
    '/ops/mail',
    '/api/v1/openapi.json',
    '/api/v1/nothing',
    '/%ff',
  ],
]

/** A request to a path that is not an endpoint of the API. */
export function requestElsewhere(random: Random): FuzzRequest {
  const method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])
  const path = random.pick(OTHERS)
  const query = random.chance(0.5) ? '' : `?next=${escaped(hostile(random)).slice(0, 1500)}`
  const tus = {
    'tus-resumable': '1.0.0',
    'upload-length': random.pick(['1', '-1', '1e99', 'x', '999999999999']),
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = hasBody
    ? Buffer.concat([Buffer.from('email='), Buffer.from(hostile(random) as string)])
    : undefined
  return {
    method,
    path: path + query,
    headers: { ...(path.includes('tus') ? tus : {}), ...(hasBody && form) },
    body,
  }
}
