import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RawRoute, rawRoute } from '../http/raw-route.ts'
import { plainFailure } from '../http/reply.ts'

/** A file of the look that pages share with the web client. */
const design = (name: string): Buffer => readFileSync(new URL(`../design/${name}`, import.meta.url))

const CSS = `${design('tokens.css')}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--side);
  color: var(--text);
  font: 1rem/1.5 var(--font);
}
header, main, footer { width: 100%; max-width: 28rem; margin: 0 auto; padding: 1rem 1.25rem; }
body.wide header, body.wide main, body.wide footer { max-width: 72rem; }
header { display: flex; align-items: center; gap: .75rem; padding-top: 2rem; font-weight: 600; }
header img { width: 2rem; height: 2rem; border-radius: var(--radius-small); }
main { background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-large); padding: 1.5rem 1.25rem; }
footer { color: var(--soft); font-size: .875rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.125rem; }
a { color: var(--accent); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: grid; gap: 1rem; margin: 1rem 0; }
form > p, form > h2 { margin: 0; }
.field { display: grid; gap: .25rem; }
fieldset { display: grid; gap: .5rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label { font-weight: 600; }
input, select, textarea {
  width: 100%;
  padding: .5rem .625rem;
  border: 1px solid var(--field-line);
  border-radius: var(--radius-small);
  background: var(--paper);
  color: inherit;
  font: inherit;
}
input[type=checkbox] { width: auto; }
input[type=hidden] { display: none; }
[aria-invalid=true] { border-color: var(--bad); }
button {
  justify-self: start;
  padding: .5rem 1rem;
  border: 0;
  border-radius: var(--radius-small);
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.hint { margin: 0; color: var(--soft); font-size: .875rem; }
.wrong { margin: 0; color: var(--bad); font-weight: 600; }
.done { margin: 0; color: var(--good); font-weight: 600; }
code { overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { border: 1px solid var(--line); border-radius: var(--radius-small); background: #fff; }
pre { overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
`

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
