import { createHash } from 'node:crypto'
import { rawRoute } from '../http/raw-route.ts'
import { plainFailure } from '../http/reply.ts'

const CSS = `:root {
  color-scheme: light dark;
  --page: #f6f5f3;
  --card: #fff;
  --text: #1f2328;
  --quiet: #57606a;
  --line: #8c959f;
  --accent: #7a1f4c;
  --on-accent: #fff;
  --bad: #b3261e;
  --good: #1a6d36;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16181b;
    --card: #202327;
    --text: #e8eaed;
    --quiet: #a8b0b9;
    --line: #6e7781;
    --accent: #f0a6c8;
    --on-accent: #2b0a1a;
    --bad: #ffb4ab;
    --good: #86d99f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
header, main, footer { width: 100%; max-width: 28rem; margin: 0 auto; padding: 1rem 1.25rem; }
body.wide header, body.wide main, body.wide footer { max-width: 72rem; }
header { display: flex; align-items: center; gap: .75rem; padding-top: 2rem; font-weight: 600; }
header img { width: 2rem; height: 2rem; border-radius: .375rem; }
main { background: var(--card); border-radius: .5rem; padding: 1.5rem 1.25rem; }
footer { color: var(--quiet); font-size: .875rem; }
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
  border: 1px solid var(--line);
  border-radius: .375rem;
  background: var(--card);
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
  border-radius: .375rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.hint { margin: 0; color: var(--quiet); font-size: .875rem; }
.wrong { margin: 0; color: var(--bad); font-weight: 600; }
.done { margin: 0; color: var(--good); font-weight: 600; }
code { overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { border: 1px solid var(--line); border-radius: .375rem; background: #fff; }
pre { overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
`

const hash = createHash('sha256').update(CSS).digest('base64url').slice(0, 16)

/** The address of the style sheet of all pages. It changes when the style sheet changes. */
export const STYLE_PATH = `/static/pages-${hash}.css`

export const styleRoute = rawRoute({
  method: 'GET',
  access: 'unidentified',
  pattern: STYLE_PATH,
  renderError: plainFailure,
  handle: () => ({
    status: '200 OK',
    headers: [
      ['Content-Type', 'text/css; charset=utf-8'],
      ['Cache-Control', 'public, max-age=31536000, immutable'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Vary', 'Accept-Encoding'],
    ],
    body: CSS,
    compressible: true,
  }),
})
