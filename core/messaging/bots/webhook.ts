import type { WebhookService } from '../../people/bots/details.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { WebhookInterface } from '../../state/users/bot-types.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { BotJob } from '../sending/bot-triggers.ts'
import { type AnsweredMessage, type BotAnswer, notifyOwner, runOnce, sendAnswer } from './answer.ts'
import { type BotRequest, loadBotRequest } from './load-request.ts'

/** A request to a bot's server, and the message that the response answers. */
export interface WebhookCall extends BotAnswer {
  readonly url: string
  readonly contentType: string
  readonly body: string
}

/** The client name of the answers of outgoing webhooks. */
const client = 'OutgoingWebhookResponse'

/** As `loadBotRequest`; undefined also when the server's interface cannot express the message. */
export async function prepareWebhookCall(core: Core, job: BotJob): Promise<WebhookCall | undefined> {
  const request = await loadBotRequest(core, job)
  if (request === undefined || !('base_url' in request.service)) return undefined
  const { realm, bot, service, message, row } = request
  const { base_url: url, interface: form } = service
  if (form === WebhookInterface.slack) {
    if (message.type !== 'stream') return undefined // Slack's interface has no direct messages.
    const contentType = 'application/x-www-form-urlencoded'
    return {
      url,
      contentType,
      body: slackForm(core, realm, message, service, bot, row),
      bot,
      message,
      client,
    }
  }
  const { flags: _, ...withoutFlags } = message
  const body = JSON.stringify({
    data: row.content,
    message: { ...withoutFlags, rendered_content: row.renderedContent },
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    token: service.token,
    trigger: job.trigger,
  })
  return { url, contentType: 'application/json', body, bot, message, client }
}

function slackForm(
  core: Core,
  realm: RealmState,
  message: AnsweredMessage,
  service: WebhookService,
  bot: UserRecord,
  row: BotRequest['row'],
): string {
  return new URLSearchParams({
    token: service.token,
    team_id: `T${realm.id}`,
    team_domain: new URL(realmUrl(realm.record, core.options.rootUrl)).host,
    channel_id: `C${message.stream_id}`,
    channel_name: String(message.display_recipient),
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: row.content,
    trigger_word: 'mention',
    service_id: String(bot.id),
  }).toString()
}

/**
 * Sends a bot's answer as `sendAnswer` does and ends the job, in one transaction: the answer is sent once,
 * however often the job runs.
 */
export async function answerWebhook(
  core: Core,
  realm: RealmState,
  call: WebhookCall,
  content: string,
  outboxId: number | undefined,
): Promise<void> {
  await runOnce(core, realm, call.bot, outboxId, (tx) => sendAnswer(tx, core, realm, call, content))
}

/** Notifies the bot's owner that the bot's server did not answer, and ends the job, in one transaction. */
export async function giveUpWebhook(
  core: Core,
  realm: RealmState,
  call: WebhookCall,
  reason: string,
  outboxId: number | undefined,
): Promise<void> {
  await runOnce(core, realm, call.bot, outboxId, (tx) => notifyOwner(tx, core, realm, call, reason))
}
