import { LOADING_IMAGE } from '../../core/content/markdown/upload-previews.ts'
import { rawRoute } from '../http/raw-route.ts'
import { plainFailure } from '../http/reply/reply.ts'

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32" fill="none" stroke="#888" stroke-width="3" stroke-linecap="round"><circle cx="16" cy="16" r="12" opacity=".25"/><path d="M16 4a12 12 0 0 1 12 12"><animateTransform attributeName="transform" type="rotate" from="0 16 16" to="360 16 16" dur="1s" repeatCount="indefinite"/></path></svg>`

/** The placeholder in messages for a picture whose thumbnail is not ready. */
export const loadingImageRoute = rawRoute({
  method: 'GET',
  access: 'unidentified',
  limit: { counts: 'files', work: 'A constant answer.' },
  pattern: `/${LOADING_IMAGE}`,
  renderError: plainFailure,
  handle: () => ({
    status: '200 OK',
    headers: [
      ['Content-Type', 'image/svg+xml'],
      ['Cache-Control', 'public, max-age=86400'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'"],
    ],
    body: DRAWING,
  }),
})
