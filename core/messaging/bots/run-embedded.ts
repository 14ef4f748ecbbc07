import { embeddedBot } from '../../people/bots/embedded.ts'
import { putStorage, readStorage } from '../../people/bots/storage.ts'
import type { Core } from '../../state/core.ts'
import { answer, runOnce } from './answer.ts'
import { asked } from './load-request.ts'
import type { BotJob } from './triggers.ts'

/** What embedded bots say is from here, as other clients show it. */
const CLIENT = 'EmbeddedBot'

/**
 * Lets an embedded bot answer a message: its answer and what it keeps are stored in the transaction that ends the job,
 * so both runOnce, however often the job runs.
 */
export async function runEmbeddedBot(core: Core, job: BotJob, outboxId: number | undefined): Promise<void> {
  const found = await asked(core, job)
  if (found === undefined || !('service_name' in found.service)) return
  const { realm, bot, service, message, row } = found
  const embedded = embeddedBot(service.service_name)
  if (embedded === undefined) return
  const text = withoutMention(row.content, bot.fullName)
  await runOnce(core, realm, outboxId, async (tx) => {
    const kept = await readStorage(tx, bot.id)
    const config = { ...embedded.config, ...service.config_data }
    const { content, keeps = {} } = embedded.reply({ text, config, kept })
    await putStorage(tx, bot.id, keeps)
    await answer(tx, core, realm, { bot, message, client: CLIENT }, content)
  })
}

/** The text without the mention of the bot that it begins with. */
function withoutMention(content: string, name: string): string {
  const mention = /^\s*@\*\*([^*|]+)(?:\|\d+)?\*\*\s*/.exec(content)
  return mention?.[1] === name ? content.slice(mention[0].length) : content
}
