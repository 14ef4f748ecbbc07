import { session } from '../../client/credentials.ts'
import { csrfToken } from '../../client/csrf-token.ts'
import { type PreparedRequest, prepareRequest } from '../../client/request.ts'
import { parseRoute } from '../../model/route.ts'
import { messagesAround, openingAnchor, PAGE } from './messages-around.ts'
import { registerOptions } from './register-options.ts'

/**
 * The page loads this script before the others. It registers, and then fetches the messages that the address
 * names, while the browser still loads and compiles the client. The messages are asked for after the
 * registration is answered, so they are never older than its state, and its events contain all that came
 * later.
 */
const answers = new Map<string, Promise<Response>>()

const credentials = session(csrfToken)

const keyOf = (method: string, url: string, body: unknown): string => `${method} ${url} ${body ?? ''}`

/** Resolves with a response whose whole text is there. */
async function send({ method, path, body }: PreparedRequest): Promise<Response> {
  const headers = credentials.headers(method !== 'GET')
  const response = await fetch(credentials.prefix + path, { method, headers, body })
  const text = await response.text()
  response.text = () => Promise.resolve(text)
  return response
}

function begin(request: PreparedRequest, earlier?: Promise<Response>): Promise<Response> {
  const answer = earlier === undefined ? send(request) : earlier.then(() => send(request))
  const url = location.origin + credentials.prefix + request.path
  answers.set(keyOf(request.method, url, request.body), answer)
  // The taker of the answer sends the request again.
  answer.catch(() => undefined)
  return answer
}

/**
 * Rejects for a spectator, whose messages are asked for in another way, and for a reader who has to log in.
 */
async function hasQueue(registered: Promise<Response>): Promise<Response> {
  const response = await registered
  if (!response.ok || /"queue_id":\s*null/.test(await response.text())) throw new Error('no queue')
  return response
}

const registered = begin(prepareRequest('POST /register', registerOptions))
const route = parseRoute(location.hash)
if (route.view === 'messages') {
  const { narrow, near } = route
  const parameters = messagesAround(narrow, openingAnchor(narrow, near), PAGE, PAGE)
  begin(prepareRequest('GET /messages', parameters), hasQueue(registered))
}

// The answers are for the place at which the page was opened.
addEventListener('hashchange', () => answers.clear())

/** Takes the answer to a request that this script has sent, once; fetches otherwise. */
export async function fetchOnce(url: string, options: RequestInit): Promise<Response> {
  const key = keyOf(options.method ?? 'GET', url, options.body)
  const answer = answers.get(key)
  if (answer === undefined) return fetch(url, options)
  answers.delete(key)
  return Promise.race([answer.catch(() => fetch(url, options)), aborted(options.signal)])
}

const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
