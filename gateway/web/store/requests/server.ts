import { csrfToken } from '../../client/csrf-token.ts'
import { createClient, session } from '../../client/index.ts'
import { translatedAnswer } from '../../texts/server-texts.ts'
import { t } from '../../texts/texts.ts'
import { fetchOnce } from './first-requests.ts'

let hasEnded = false

/** Whether this page's session has ended. The browser may have a session of somebody else by now. */
export const hasSessionEnded = (): boolean => hasEnded

/** Refuses all further calls, which would be made in the name of the next person who logs in. */
export function endCalls(): void {
  hasEnded = true
}

const refusal = (): Response =>
  Response.json({ result: 'error', code: 'UNAUTHORIZED', msg: t.sessionEnded }, { status: 401 })

/** An answer whose error is in the reader's language. */
async function inReadersLanguage(response: Response): Promise<Response> {
  if (response.ok) return response
  const text = await translatedAnswer(await response.text())
  response.text = () => Promise.resolve(text)
  return response
}

/** Calls this page's server with the reader's session. */
export const server = createClient({
  url: location.origin,
  credentials: session(csrfToken),
  fetch: async (url, options = {}) =>
    hasEnded ? refusal() : inReadersLanguage(await fetchOnce(String(url), options)),
})
