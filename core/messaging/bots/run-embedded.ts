import { embeddedBot } from '../../people/bots/embedded.ts'
import { putStorage, readStorage } from '../../people/bots/storage.ts'
import type { Core } from '../../state/core.ts'
import type { BotJob } from '../sending/bot-triggers.ts'
import { runOnce, sendAnswer } from './answer.ts'
import { loadBotRequest } from './load-request.ts'

/** The client name of the answers of embedded bots. */
const CLIENT = 'EmbeddedBot'

/**
 * Has an embedded bot answer a message. The transaction that ends the job stores the answer and the bot's
 * storage, so both take effect once, however often the job runs.
 */
export async function runEmbeddedBot(core: Core, job: BotJob, outboxId: number | undefined): Promise<void> {
  const request = await loadBotRequest(core, job)
  if (request === undefined || !('service_name' in request.service)) return
  const { realm, bot, service, message, row } = request
  const embedded = embeddedBot(service.service_name)
  if (embedded === undefined) return
  const text = withoutMention(row.content, bot.fullName)
  await runOnce(core, realm, bot, outboxId, async (tx) => {
    const kept = await readStorage(tx, bot.id)
    const config = { ...embedded.config, ...service.config_data }
    const { content, keeps = {} } = embedded.reply({ text, config, kept })
    await putStorage(tx, bot.id, keeps)
    await sendAnswer(tx, core, realm, { bot, message, client: CLIENT }, content)
  })
}

/** Removes a mention of the bot at the start of the text. */
function withoutMention(content: string, name: string): string {
  const mention = /^\s*@\*\*([^*|]+)(?:\|\d+)?\*\*\s*/.exec(content)
  return mention?.[1] === name ? content.slice(mention[0].length) : content
}
