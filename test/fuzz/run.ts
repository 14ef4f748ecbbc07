import { Agent, request as send } from 'node:http'
import { MAX_BYTES_OF_UNKNOWN_CALLERS } from '../../config/limits.ts'
import { apiRoutes } from '../../gateway/routes/index.ts'
import type { Services } from '../../gateway/services.ts'
import { Random } from '../chaos/random.ts'
import { type FuzzRequest, isFinal, requestElsewhere, requestTo, type Spite } from './requests.ts'
import type { Known } from './values.ts'

/** The server and the users who send requests. */
export interface Target {
  readonly port: number
  /** Values of the Authorization header by sender; `''` is anonymous. */
  readonly callers: Readonly<Record<string, string>>
  readonly known: Known
  /** Bytes of the gateway after a garbage collection: its heap with buffers, and its resident memory. */
  readonly memory: () => Promise<{ held: number; resident: number }>
}

export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  readonly concurrency: number
  /** Limit of the growth in bytes. */
  readonly growth: number
  /** Milliseconds after the last request in which the gateway must release its memory. */
  readonly settleMs: number
  readonly say?: (line: string) => void
}

export interface FuzzReport {
  readonly wrong: readonly string[]
  readonly statuses: Readonly<Record<string, number>>
  /** Growth in bytes since the first tenth of the requests. */
  readonly grown: { held: number; resident: number }
}

const SPITES: readonly Spite[] = ['none', 'none', 'none', 'one', 'one', 'all', 'body']
const REQUEST_TIMEOUT_MS = 120_000

/**
 * Sends requests that are generated from a seed and the declarations of all endpoints, with usual values,
 * values of other users, and invalid values. Each request must get a response, at worst 503 with a reason,
 * and all together may not leave more memory than `growth`.
 */
export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, concurrency, say } = options
  const endpoints = apiRoutes({ config: {}, core: {} } as unknown as Services)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const wrong: string[] = []
  const statuses: Record<string, number> = {}
  let next = 0

  const one = async (n: number): Promise<void> => {
    const random = Random.of(seed, `request ${n}`)
    const { request, caller } = drawn(n, random)
    let answer = await ask(agent, target, request, caller).catch((error: Error) => error)
    // A reused connection may close just when a request begins; a new one may not.
    if (answer instanceof Error)
      answer = await ask(false, target, request, caller).catch((error: Error) => error)
    if (answer instanceof Error) {
      statuses[answer.message] = (statuses[answer.message] ?? 0) + 1
      if (!mayBeCut(request)) wrong.push(told(n, request, caller, answer.message))
      return
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    const fault = faultOf(request, answer)
    if (fault !== undefined) wrong.push(told(n, request, caller, fault))
    note(target.known, answer.text)
  }

  function drawn(n: number, random: Random): { request: FuzzRequest; caller: string } {
    const caller = random.pick(Object.keys(target.callers))
    if (random.chance(0.05)) return { request: requestElsewhere(random), caller }
    // Uses each endpoint equally often.
    const endpoint = endpoints[(n * 7919 + random.int(0, 6)) % endpoints.length]!
    const asks = isFinal(endpoint) ? 'stranger' : caller
    return { request: requestTo(endpoint, random.pick(SPITES), random, target.known), caller: asks }
  }

  const upTo = async (end: number): Promise<void> => {
    const worker = async () => {
      while (next < end) {
        const n = next++
        await one(n)
        if (n > 0 && n % 5000 === 0) say?.(`${n} requests, ${wrong.length} wrong`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }

  await upTo(Math.ceil(requests / 10))
  const before = await target.memory()
  await upTo(requests)
  agent.destroy()
  const deadline = performance.now() + options.settleMs
  let after = await target.memory()
  const grown = () => ({ held: after.held - before.held, resident: after.resident - before.resident })
  while (Math.max(grown().held, grown().resident) > options.growth && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    after = await target.memory()
  }
  if (Math.max(grown().held, grown().resident) > options.growth) {
    wrong.push(`the gateway has grown: ${JSON.stringify(grown())} bytes more than after the first tenth`)
  }
  return { wrong, statuses, grown: grown() }
}

/** The gateway responds to long refused bodies before they end, and closes their connections. */
const mayBeCut = ({ body }: FuzzRequest): boolean =>
  body !== undefined && body.length > MAX_BYTES_OF_UNKNOWN_CALLERS

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

function ask(
  agent: Agent | false,
  { port, callers }: Target,
  request: FuzzRequest,
  caller: string,
): Promise<Answer> {
  const { method, path, body } = request
  const authorization = callers[caller] ?? 'Basic bm9ib2R5QGRlbW8udGVzdDp4'
  const headers = {
    host: 'localhost',
    ...(authorization !== '' && { authorization }),
    ...request.headers,
    ...(body !== undefined && { 'content-length': String(body.length) }),
  }
  return new Promise((resolve, reject) => {
    const sent = send({ agent, port, host: '127.0.0.1', method, path, headers, timeout: REQUEST_TIMEOUT_MS })
    sent.on('timeout', () => sent.destroy(new Error('no response')))
    sent.on('error', reject)
    sent.on('response', (response) => {
      if (isStream(response)) {
        // A stream ends when its client leaves.
        response.on('error', () => undefined)
        resolve({ status: response.statusCode!, headers: response.headers, text: '' })
        return void response.destroy()
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.end(body)
  })
}

const isStream = ({ headers }: Pick<Answer, 'headers'>): boolean =>
  String(headers['content-type']).startsWith('text/event-stream')

function faultOf({ method, path }: FuzzRequest, { status, headers, text }: Answer): string | undefined {
  if (isStream({ headers })) return status === 200 ? undefined : `${status} with a stream`
  const isApi = path.startsWith('/api/v1/') && !path.startsWith('/api/v1/tus') && method !== 'HEAD'
  const body = isApi && method !== 'OPTIONS' ? parsed(text) : undefined
  if (status >= 500) {
    const hasReason =
      status === 503 && headers['retry-after'] !== undefined && (!isApi || body?.code !== undefined)
    if (!hasReason) return `${status} ${text.slice(0, 300)}`
  }
  if (isApi && method !== 'OPTIONS') {
    if (body === undefined) return `${status} without JSON: ${text.slice(0, 300)}`
    const isDocument = body.openapi !== undefined || body.asyncapi !== undefined
    const isRight =
      status < 300
        ? isDocument || body.result === 'success'
        : body.result === 'error' && body.code !== undefined
    if (!isRight) return `${status} with another envelope: ${text.slice(0, 300)}`
  }
  return undefined
}

interface Envelope {
  readonly [name: string]: unknown
}

function parsed(text: string): Envelope | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Remembers created objects, so that later requests use them. */
function note(known: Known, text: string): void {
  const id = /"id":(\d{1,10})[,}]/.exec(text)?.[1]
  if (id !== undefined) for (const name of IDS) known.add(name, Number(id))
  const queue = /"queue_id":"([0-9a-f-]{36})"/.exec(text)?.[1]
  if (queue !== undefined) known.add('queue_id', queue)
}

const IDS = [
  ...['message_id', 'draft_id', 'scheduled_message_id', 'saved_snippet_id', 'filter_id', 'playground_id'],
  ...['field_id', 'attachment_id', 'invite_id', 'reminder_id', 'export_id', 'channel_folder_id', 'group_id'],
]

const told = (n: number, { method, path }: FuzzRequest, caller: string, fault: string): string =>
  `request ${n}, ${method} ${path.slice(0, 200)} of ${caller}: ${fault}`
