import { STATUS_CODES } from 'node:http'
import type { Directory } from '../../core/people/provisioning/accounts.ts'
import { invalidToken } from '../../core/people/provisioning/errors.ts'
import { findToken } from '../../core/people/provisioning/tokens.ts'
import type { ApiError } from '../../core/platform/errors.ts'
import type { Core } from '../../core/state/core.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { headerOf, type RawRoute, type ReceivedRequest, rawRoute } from '../http/raw-route.ts'
import type { Header } from '../http/reply/headers.ts'
import type { Reply } from '../http/reply/reply.ts'
import type { Services } from '../services.ts'
import { errorAnswer, type ScimAnswer, type ScimRequest } from './answer.ts'
import { serveBulk } from './bulk.ts'
import { invalidSyntax } from './errors.ts'
import { isObject, type Resource } from './paths.ts'
import { MAX_BODY_BYTES } from './schemas.ts'
import { asQuery } from './search.ts'
import { serve } from './serve.ts'

const ROOT = '/scim/v2'

/** SCIM 2.0 for directories of a company (RFC 7643 and RFC 7644), with tokens of its own. */
export const scimRoute = ({ core }: Services): RawRoute =>
  rawRoute({
    method: 'ANY',
    pattern: `${ROOT}/*`,
    access: 'anyone',
    maxBodyBytes: MAX_BODY_BYTES,
    headers: ['authorization', 'if-match', 'if-none-match'],
    renderError: (error) => asReply(errorAnswer(error), error),
    handle: async (request) => {
      const { realm } = request.identity
      const by = await directoryOf(core, request, realm)
      const base = realmUrl(realm.record, core.options.rootUrl) + ROOT
      const asked = asQuery(asRequest(request))
      const isBulk = asked.path.toLowerCase() === '/bulk' && asked.method === 'POST'
      const answer = isBulk ? await serveBulk(by, asked.body ?? {}, base) : await serve(by, asked, base)
      return asReply(answer)
    },
  })

/** Throws 401 for a token that is unknown, revoked or another organization's. */
async function directoryOf(core: Core, request: ReceivedRequest, realm: RealmState): Promise<Directory> {
  const [, token = ''] = /^Bearer +([\w.~+/-]{1,200}=*)$/i.exec(headerOf(request, 'authorization')) ?? []
  const found = await findToken(core, realm, token)
  if (found === undefined) throw invalidToken()
  return { core, realm, token: found.name }
}

function asRequest(request: ReceivedRequest & { readonly body: Buffer }): ScimRequest {
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    path: request.url.slice(ROOT.length).replace(/\/$/, ''),
    query: new URLSearchParams(request.exchange.query),
    body: bodyOf(request.body),
    ifMatch: headerOf(request, 'if-match'),
    ifNoneMatch: headerOf(request, 'if-none-match'),
  }
}

/** The JSON object of a body. Throws for broken UTF-8, other JSON, and texts with NUL. */
function bodyOf(bytes: Buffer): Resource | undefined {
  if (bytes.length === 0) return undefined
  let body: unknown
  let hasNul = false
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    body = JSON.parse(text)
    hasNul = text.includes('\\u0000')
  } catch {
    throw invalidSyntax('The body is not JSON in UTF-8')
  }
  if (!isObject(body)) throw invalidSyntax('The body is not a JSON object')
  if (hasNul) throw invalidSyntax('The body has a NUL character')
  return body
}

function asReply({ status, body, location, version }: ScimAnswer, error?: ApiError): Reply {
  const retry = error?.extra['retry-after']
  const headers: Header[] = [
    ['Content-Type', 'application/scim+json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
  ]
  if (location !== undefined) headers.push(['Location', location])
  if (version !== undefined) headers.push(['ETag', version])
  if (status === 401) headers.push(['WWW-Authenticate', 'Bearer realm="loquat"'])
  if (typeof retry === 'number') headers.push(['Retry-After', String(Math.ceil(retry))])
  return {
    status: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
    headers,
    body: body === undefined ? '' : JSON.stringify(body),
    compressible: true,
  }
}
