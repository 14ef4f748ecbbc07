import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RawRoute, rawRoute } from '../http/raw-route.ts'
import { plainFailure } from '../http/reply/reply.ts'
import { webFontFaces } from '../static/web-build.ts'

/** A file of the look that pages share with the web client. */
const design = (name: string): Buffer => readFileSync(new URL(`../design/${name}`, import.meta.url))

const CSS = `${webFontFaces()}
${design('tokens.css')}
${design('pages.css')}`

const hashOf = (bytes: string | Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 16)

const LOGO = design('logo.svg')

/** The addresses of the style sheet of all pages and of the logo. They change when the files change. */
export const STYLE_PATH = `/static/pages-${hashOf(CSS)}.css`
export const LOGO_PATH = `/static/logo-${hashOf(LOGO)}.svg`

const lookRoute = (pattern: string, type: string, body: string | Buffer): RawRoute =>
  rawRoute({
    method: 'GET',
    access: 'unidentified',
    limit: { counts: 'files', work: 'A file in memory.' },
    pattern,
    renderError: plainFailure,
    handle: () => ({
      status: '200 OK',
      headers: [
        ['Content-Type', type],
        ['Cache-Control', 'public, max-age=31536000, immutable'],
        ['X-Content-Type-Options', 'nosniff'],
        ['Vary', 'Accept-Encoding'],
      ],
      body,
      compressible: true,
    }),
  })

/** The logo for mails, whose programs draw no SVG. The address has no hash, because old mails show it too. */
const pngRoute = (): RawRoute => {
  let png: Promise<Buffer> | undefined
  return rawRoute({
    method: 'GET',
    access: 'unidentified',
    limit: { counts: 'files', work: 'A picture that is drawn once.' },
    pattern: '/static/logo.png',
    renderError: plainFailure,
    handle: async () => {
      png ??= drawLogo()
      return {
        status: '200 OK',
        headers: [
          ['Content-Type', 'image/png'],
          ['Cache-Control', 'public, max-age=604800'],
          ['X-Content-Type-Options', 'nosniff'],
        ],
        body: await png,
      }
    },
  })
}

/** In three times the size of 32 pixels in which mails show it. */
async function drawLogo(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(LOGO, { density: 216 }).resize(96, 96).png({ compressionLevel: 9 }).toBuffer()
}

/** The style sheet of all pages, and the logo of pages and mails. */
export const lookRoutes: readonly RawRoute[] = [
  lookRoute(STYLE_PATH, 'text/css; charset=utf-8', CSS),
  lookRoute(LOGO_PATH, 'image/svg+xml', LOGO),
  pngRoute(),
]
