import type { RuntimeConfig } from '../../config/environment.ts'
import { lacksRequiredFactor } from '../../core/people/second-factors/required.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { hasSpectatedChannels } from '../../core/state/access/channel-permissions.ts'
import { headerOf, type RawRoute, type ReceivedRequest, rawRoute } from '../http/raw-route.ts'
import { type Header, type Headers, joinHeaders } from '../http/reply/headers.ts'
import { plainFailure, plainNotFound, type Reply } from '../http/reply/reply.ts'
import { encodedReply } from '../static/encoded-reply.ts'
import { manifestReply } from '../static/manifest.ts'
import { readWebBuild } from '../static/web-build.ts'
import { rememberOrganization } from './known-organizations.ts'
import { errorPage, languageOf, noOrganizationPage, otherMethodsRoute } from './page-routes.ts'
import { SET_UP_PATH } from './set-up-factor.ts'

/**
 * The page runs only scripts of this server. The HTML of formulas has `style` attributes, so those are
 * allowed; style elements are not. Messages may contain pictures of other sites.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' https: data: blob:",
  "media-src 'self' https: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const INDEX_HEADERS: Header = joinHeaders(
  ['Cache-Control', 'private, no-cache'],
  ['Content-Security-Policy', POLICY],
  ['Referrer-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Vary', 'Accept-Encoding, Cookie'],
)

const FILE_HEADERS: Header = joinHeaders(
  ['Cache-Control', 'public, max-age=31536000, immutable'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Vary', 'Accept-Encoding'],
)

/** The browser asks for the service worker by itself, and compares it with the one that runs. */
const WORKER_HEADERS: Header = joinHeaders(
  ['Cache-Control', 'no-cache'],
  ['Content-Security-Policy', "default-src 'none'; connect-src 'self'; script-src 'self'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Vary', 'Accept-Encoding'],
)

const wantOf = (request: ReceivedRequest) => ({
  acceptEncoding: headerOf(request, 'accept-encoding'),
  ifNoneMatch: headerOf(request, 'if-none-match'),
})

/**
 * The web client: the page at `/` and its files. Visitors without a session read web-public channels; where
 * there are none, the page sends them to the log-in page.
 */
export function webRoutes(config: RuntimeConfig): RawRoute[] {
  const { rootUrl } = config
  const { hostname: rootHost } = new URL(rootUrl)
  const build = readWebBuild()
  return [
    rawRoute({
      method: 'GET',
      pattern: '/',
      access: 'anyoneOrUser',
      withoutFactor: true,
      credential: 'session',
      headers: ['accept-encoding', 'accept-language', 'if-none-match'],
      renderError: (error, request, identity) =>
        error.code === 'NONEXISTENT_SUBDOMAIN' && request.exchange.host === rootHost
          ? noOrganizationPage(config, languageOf(request))
          : errorPage(error, identity?.realm, languageOf(request, identity)),
      handle: (request, { sessions }) => {
        const { realm, user, session } = request.identity
        if (user === undefined && !hasSpectatedChannels(realm)) {
          return leadTo('/login')
        }
        if (user !== undefined && lacksRequiredFactor(realm, user)) return leadTo(SET_UP_PATH)
        if (build === undefined) throw notBuilt()
        // Spectators need a token to register. The browser of a user may have lost the token of its session.
        const { csrf } = sessions
        const token = session === undefined ? csrf.ofVisitor(request.exchange) : csrf.ofSession(session)
        const tokens = csrf.cookies(token, request.exchange.cookie)
        const known = user === undefined ? [] : rememberOrganization(realm.record, request.exchange, rootUrl)
        return encodedReply(build.index, wantOf(request), [INDEX_HEADERS, ...tokens, ...known])
      },
    }),
    otherMethodsRoute(['GET'], '/'),
    rawRoute({
      method: 'GET',
      pattern: '/service-worker.js',
      access: 'unidentified',
      limit: { counts: 'files', work: 'A file in memory.' },
      headers: ['accept-encoding', 'if-none-match'],
      renderError: plainFailure,
      handle: (request) =>
        build === undefined
          ? plainNotFound()
          : encodedReply(build.serviceWorker, wantOf(request), [WORKER_HEADERS]),
    }),
    rawRoute({
      method: 'GET',
      pattern: '/manifest.webmanifest',
      access: 'anyone',
      renderError: plainFailure,
      handle: ({ identity }) =>
        build === undefined ? plainNotFound() : manifestReply(identity.realm, build),
    }),
    rawRoute({
      method: 'GET',
      pattern: '/static/web/*',
      access: 'unidentified',
      limit: { counts: 'files', work: 'A file in memory.' },
      headers: ['accept-encoding', 'if-none-match'],
      renderError: plainFailure,
      handle: (request) => {
        const file = build?.find(request.path[0] ?? '')
        return file === undefined ? plainNotFound() : encodedReply(file, wantOf(request), [FILE_HEADERS])
      },
    }),
  ]
}

function leadTo(path: string): Reply {
  const headers: Headers = [
    ['Location', path],
    ['Cache-Control', 'no-store'],
  ]
  return { status: '303 See Other', headers, body: '' }
}

const notBuilt = (): ApiError =>
  new ApiError('The web client is not built. Run `npm run build` and start the gateway again.', {
    status: 503,
  })
