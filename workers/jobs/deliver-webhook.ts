import {
  answerWebhook,
  giveUpWebhook,
  prepareWebhookCall,
  type WebhookCall,
} from '../../core/messaging/bots/webhook.ts'
import { DELIVER_WEBHOOK } from '../../core/messaging/sending/bot-triggers.ts'
import { markOutage } from '../../core/platform/log/outage.ts'
import {
  AddressRefused,
  CONNECTS_WITHIN_MS,
  type PublicNetwork,
} from '../../core/platform/net/public-network.ts'
import { secondsOfRetryAfter } from '../../core/platform/net/retry-after.ts'
import { defineJob, exponentialDelay } from '../running/define-job.ts'
import { hostOf, isTimeout } from '../running/hosts.ts'
import { unlimitedRequests } from '../running/outbound.ts'

const TIME_LIMIT_MS = 10_000
/** The longest delay that a server can ask for: its answer belongs to a conversation. */
const MAX_ASKED_SECONDS = 600
const MAX_ANSWER_BYTES = 256 * 1024

/** The server of a bot gave no usable answer. */
class WebhookFailed extends Error {
  /** Whether another attempt would fail as well. */
  readonly isPermanent: boolean
  /** Why no answer has arrived, for operators; undefined when one has. */
  readonly silence: string | undefined
  /** The delay that the server asks for. */
  readonly afterSeconds: number

  constructor(
    reason: string,
    isPermanent: boolean,
    { silence, afterSeconds = 0 }: { silence?: string; afterSeconds?: number } = {},
  ) {
    super(reason)
    this.afterSeconds = afterSeconds
    this.isPermanent = isPermanent
    this.silence = silence
  }
}

const usualDelay = exponentialDelay()

/** The usual delay, or a longer one for which the server has asked. */
function delayAfter(attempt: number, error: Error): number {
  const asked = error instanceof WebhookFailed ? Math.min(error.afterSeconds, MAX_ASKED_SECONDS) : 0
  return Math.max(usualDelay(attempt), asked * 1000)
}

/**
 * Posts a message to the server of a bot and sends its answer. The server gets the message again when the
 * worker dies, or Postgres fails, before the answer is stored; one answer is sent.
 */
export const deliverWebhookJob = (network: PublicNetwork, timeLimitMs = TIME_LIMIT_MS) =>
  defineJob({
    ...DELIVER_WEBHOOK,
    retry: { attempts: 8, delayMs: delayAfter },
    run: async ({ core, data: job, log, outboxId, isLastAttempt, requests = unlimitedRequests }) => {
      const call = await prepareWebhookCall(core, job)
      if (call === undefined) return
      const realm = (await core.realms.get(job.realm))!
      const { host, origin: subject } = new URL(call.url)
      try {
        const owner = realm.users.get(job.bot)?.botOwnerId ?? job.bot
        const target = {
          ...hostOf(DELIVER_WEBHOOK.queue, call.url, { realm: job.realm, member: owner }),
          holdMs: 2 * timeLimitMs,
        }
        const answer = await requests.run(target, (silent) => post(network, call, timeLimitMs, silent))
        core.troubles.settle('webhook-silent', subject)
        await answerWebhook(core, realm, call, answer, outboxId)
      } catch (error) {
        if (!(error instanceof WebhookFailed)) throw error
        const outage = { part: 'outgoing webhook', host }
        markOutage(error, outage)
        if (error.silence !== undefined)
          core.troubles.noteError('webhook-silent', error, {
            subject,
            reason: `${error.silence}; bot ${realm.users.get(job.bot)?.fullName ?? job.bot}`,
            realm: job.realm,
          })
        else core.troubles.settle('webhook-silent', subject)
        if (!error.isPermanent && !isLastAttempt) throw error
        const ids = { bot: job.bot, message: job.message }
        log.warn(
          { ...ids, ...outage, reason: error.message },
          'an outgoing webhook failed; it is not called again',
        )
        await giveUpWebhook(core, realm, call, error.message, outboxId)
      }
    },
  })

/** Returns the content of the answer, empty for none. Throws `WebhookFailed`. */
async function post(
  network: PublicNetwork,
  { url, contentType, body }: WebhookCall,
  timeLimitMs: number,
  silent: () => void,
): Promise<string> {
  const signal = AbortSignal.timeout(timeLimitMs)
  let text: string
  try {
    const { address, authorization } = withoutLogin(url)
    const response = await network.fetch(address, {
      method: 'POST',
      headers: { 'content-type': contentType, 'user-agent': 'LoquatOutgoingWebhook/1.0', ...authorization },
      body,
      redirect: 'manual',
      signal,
    })
    const { status } = response
    if (status >= 300) {
      await response.body?.cancel()
      if (REDIRECTS.includes(status)) throw new WebhookFailed(redirectText(status), true)
      const afterSeconds = secondsOfRetryAfter(response.headers.get('retry-after'))
      throw new WebhookFailed(statusText(status), status >= 400 && status < 500 && status !== 429, {
        ...(afterSeconds !== undefined && { afterSeconds }),
      })
    }
    text = await readWithin(response, MAX_ANSWER_BYTES)
  } catch (error) {
    if (error instanceof WebhookFailed) throw error
    if (error instanceof AddressRefused) {
      throw new WebhookFailed('The address of the webhook is not one that this server may ask.', true)
    }
    if (signal.aborted || isTimeout(error)) silent()
    throw new WebhookFailed(
      signal.aborted ? 'The webhook did not answer in time.' : 'The webhook cannot be reached.',
      false,
      // Connecting has a shorter limit, so a connection was made when the whole time is over.
      { silence: signal.aborted ? `no answer within ${timeLimitMs / 1000} s` : noConnection(error) },
    )
  }
  return contentOf(text)
}

/** Why there is no connection, or no more, with the code of the error. */
function noConnection(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[] }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return `no connection within ${CONNECTS_WITHIN_MS / 1000} s`
  if (typeof code === 'string') return `no connection (${code})`
  const inner = cause ?? errors?.[0]
  return inner == null || inner === error ? 'no connection' : noConnection(inner)
}

/** `fetch` refuses addresses with a name and a password, and browsers send these as HTTP Basic (RFC 7617). */
function withoutLogin(url: string): { address: URL; authorization?: { authorization: string } } {
  const address = new URL(url)
  const { username, password } = address
  if (username === '' && password === '') return { address }
  const login = `${percentDecoded(username)}:${percentDecoded(password)}`
  address.username = ''
  address.password = ''
  return { address, authorization: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

const redirectText = (status: number) =>
  `The webhook redirects to another address (status code *${status}*). Give the bot that address.`

const statusText = (status: number) => `The webhook got a response with status code *${status}*.`

/**
 * Reads a body as UTF-8. Leaves out a byte order mark at its beginning, which some servers send before JSON.
 */
async function readWithin(
  response: Awaited<ReturnType<PublicNetwork['fetch']>>,
  limit: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > limit) throw new WebhookFailed('The response of the webhook is too long.', true)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Reads `content`, or `response_string` of older bots, or `text` of bots made for Slack. */
function contentOf(text: string): string {
  if (text.trim() === '') return ''
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new WebhookFailed('The response of the webhook is no valid JSON.', true)
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new WebhookFailed('The response of the webhook is no JSON object.', true)
  }
  const {
    response_not_required: isSilent,
    content,
    response_string: former,
    text: slack,
  } = answer as Record<string, unknown>
  if (isSilent === true) return ''
  const found = content ?? former ?? slack ?? ''
  if (typeof found === 'object')
    throw new WebhookFailed('The content of the response of the webhook is no text.', true)
  return String(found)
}
