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

const ours = (name: string): Buffer => readFileSync(new URL(`../design/${name}.js`, import.meta.url))

/** The files of each script, in their order. */
const SCRIPTS = {
  /** Asks the browser for a passkey, with the library that talks to browsers. */
  passkeys: [
    ['simplewebauthn', readFileSync(library)],
    ['passkeys', ours('passkeys')],
  ],
  /** Sends the fragment of the address with the forms of a log-in. */
  fragment: [['fragment', ours('fragment')]],
  /** Opens the browser for an app, and waits for what the person pastes. */
  'open-browser': [['open-browser', ours('open-browser')]],
  /** Copies a text for an app. */
  copy: [['copy', ours('copy')]],
} as const satisfies Record<string, readonly (readonly [name: string, bytes: Buffer])[]>

export type PageScript = keyof typeof SCRIPTS

const pathOf = (name: string, bytes: Buffer): string =>
  `/static/${name}-${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}.js`

/** The addresses of the files of scripts, in their order. */
export const scriptPaths = (scripts: readonly PageScript[]): readonly string[] =>
  scripts.flatMap((script) => SCRIPTS[script].map(([name, bytes]) => pathOf(name, bytes)))

export const pageScriptRoutes: readonly RawRoute[] = Object.values(SCRIPTS)
  .flat()
  .map(([name, body]) =>
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
