import { type BotJob, WEBHOOK } from '../../core/messaging/bots/triggers.ts'
import {
  answerWebhook,
  giveUpWebhook,
  type WebhookCall,
  webhookCall,
} from '../../core/messaging/bots/webhook.ts'
import { AddressRefused, type PublicNetwork } from '../../core/platform/net/public-network.ts'
import type { JobDeclaration } from '../job.ts'

const TIME_LIMIT_MS = 10_000
const MAX_ANSWER_BYTES = 256 * 1024

/** A bot's server cannot be asked, or says what nobody understands. What is `final` is so at the next attempt too. */
class Unanswered extends Error {
  readonly isFinal: boolean

  constructor(reason: string, isFinal: boolean) {
    super(reason)
    this.isFinal = isFinal
  }
}

/**
 * Tells a bot's server of a message and sends what it answers. The server may be told again of a message when a
 * process dies meanwhile; its answer is sent once.
 */
export const deliverWebhookJob = (network: PublicNetwork): JobDeclaration => ({
  ...WEBHOOK,
  attempts: 8,
  run: async (core, data, log, attempt) => {
    const job = data as BotJob
    const call = await webhookCall(core, job)
    if (call === undefined) return
    const realm = (await core.realms.get(job.realm))!
    try {
      await answerWebhook(core, realm, call, await ask(network, call), attempt.outboxId)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      if (!error.isFinal && !attempt.isLast) throw error
      log.info({ bot: job.bot, message: job.message }, 'gave an outgoing webhook up')
      await giveUpWebhook(core, realm, call, error.message, attempt.outboxId)
    }
  },
})

/** What the server answers; empty for nothing. Throws `Unanswered`. */
async function ask(network: PublicNetwork, { url, contentType, body }: WebhookCall): Promise<string> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  let status: number
  let text: string
  try {
    const response = await network.fetch(url, {
      method: 'POST',
      headers: { 'content-type': contentType, 'user-agent': 'LoquatOutgoingWebhook/1.0' },
      body,
      redirect: 'error',
      signal,
    })
    status = response.status
    text = await readWithin(response, MAX_ANSWER_BYTES)
  } catch (error) {
    if (error instanceof Unanswered) throw error
    if (error instanceof AddressRefused) {
      throw new Unanswered('The address of the webhook is not one that this server may ask.', true)
    }
    throw new Unanswered(
      signal.aborted ? 'The webhook did not answer in time.' : 'The webhook cannot be reached.',
      false,
    )
  }
  if (status >= 500 || status === 429) throw new Unanswered(statusText(status), false)
  if (status >= 400) throw new Unanswered(statusText(status), true)
  return contentOf(text)
}

const statusText = (status: number) => `The webhook got a response with status code *${status}*.`

async function readWithin(
  response: Awaited<ReturnType<PublicNetwork['fetch']>>,
  limit: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > limit) throw new Unanswered('The response of the webhook is too long.', true)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** `content` of this protocol's answers, `response_string` of its former ones, `text` of Slack's. */
function contentOf(text: string): string {
  if (text.trim() === '') return ''
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new Unanswered('The response of the webhook is no valid JSON.', true)
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new Unanswered('The response of the webhook is no JSON object.', true)
  }
  const {
    response_not_required: isSilent,
    content,
    response_string: former,
    text: slack,
  } = answer as Record<string, unknown>
  if (isSilent === true) return ''
  const found = content ?? former ?? slack ?? ''
  return typeof found === 'string' ? found : String(found)
}
