import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RawRoute, rawRoute } from '../http/raw-route.ts'
import { plainFailure } from '../http/reply/reply.ts'

const library = join(
  dirname(createRequire(import.meta.url).resolve('@simplewebauthn/browser')),
  '../dist/bundle/index.umd.min.js',
)

/** The library that talks to browsers, and the script of our forms, by their files. */
const SCRIPTS = [
  ['simplewebauthn', readFileSync(library)],
  ['passkeys', readFileSync(new URL('../design/passkeys.js', import.meta.url))],
] as const

const pathOf = (name: string, bytes: Buffer): string =>
  `/static/${name}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}.js`

/** The addresses of the scripts of pages with passkeys, in their order. */
export const SCRIPT_PATHS: readonly string[] = SCRIPTS.map(([name, bytes]) => pathOf(name, bytes))

export const passkeyScriptRoutes: readonly RawRoute[] = SCRIPTS.map(([name, body]) =>
  rawRoute({
    method: 'GET',
    access: 'unidentified',
    limit: { counts: 'files', work: 'A file in memory.' },
    pattern: pathOf(name, body),
    renderError: plainFailure,
    handle: () => ({
      status: '200 OK',
      headers: [
        ['Content-Type', 'text/javascript; charset=utf-8'],
        ['Cache-Control', 'public, max-age=31536000, immutable'],
        ['X-Content-Type-Options', 'nosniff'],
        ['Vary', 'Accept-Encoding'],
      ],
      body,
      compressible: true,
    }),
  }),
)
