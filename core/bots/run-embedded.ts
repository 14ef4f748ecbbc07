import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import { answer, once } from './answer.ts'
import { asked } from './asked.ts'
import { embeddedBot } from './embedded.ts'
import type { BotJob } from './triggers.ts'

const KEPT = statement('bot.kept', 'SELECT key, value FROM bot_storage WHERE bot_id = $1') // bot_storage_pkey
const KEEP = statement(
  'bot.keep',
  `INSERT INTO bot_storage (bot_id, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS s (key, value)
   ON CONFLICT (bot_id, key) DO UPDATE SET value = excluded.value`, // bot_storage_pkey
)

/** What embedded bots say is from here, as other clients show it. */
const CLIENT = 'EmbeddedBot'

/**
 * Lets an embedded bot answer a message: its answer and what it keeps are stored in the transaction that ends the job,
 * so both once, however often the job runs.
 */
export async function runEmbeddedBot(core: Core, job: BotJob, outboxId: number | undefined): Promise<void> {
  const found = await asked(core, job)
  if (found === undefined || !('service_name' in found.service)) return
  const { realm, bot, service, message, row } = found
  const embedded = embeddedBot(service.service_name)
  if (embedded === undefined) return
  const text = withoutMention(row.content, bot.fullName)
  await once(core, realm, outboxId, async (tx) => {
    const rows = await tx.run<{ key: string; value: string }>(KEPT, [bot.id])
    const kept = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
    const config = { ...embedded.config, ...service.config_data }
    const { content, keeps = {} } = embedded.reply({ text, config, kept })
    if (Object.keys(keeps).length > 0) {
      await tx.run(KEEP, [bot.id, Object.keys(keeps), Object.values(keeps)])
    }
    await answer(tx, core, realm, { bot, message, client: CLIENT }, content)
  })
}

/** The text without the mention of the bot that it begins with. */
function withoutMention(content: string, name: string): string {
  const mention = /^\s*@\*\*([^*|]+)(?:\|\d+)?\*\*\s*/.exec(content)
  return mention?.[1] === name ? content.slice(mention[0].length) : content
}
