import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EmbeddedBot } from './embedded.ts'
import { invalidBotConfig } from './errors.ts'

const MAX_CONFIG_LENGTH = 10_000

const PUT = statement(
  'bot.put-config',
  `INSERT INTO bot_config (bot_id, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS c (key, value)
   ON CONFLICT (bot_id, key) DO UPDATE SET value = excluded.value`, // bot_config_pkey
)

/** Throws for options that the bot does not have, and when the options are longer than the limit. */
export function checkConfig(bot: EmbeddedBot, config: Readonly<Record<string, string>>): void {
  const entries = Object.entries(config)
  if (entries.some(([key]) => !Object.hasOwn(bot.config, key))) {
    throw invalidBotConfig()
  }
  const length = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (length <= MAX_CONFIG_LENGTH) return
  throw new ApiError(
    `Cannot store configuration. Request would require ${length} characters. ` +
      `The current configuration size limit is ${MAX_CONFIG_LENGTH} characters.`,
  )
}

/** Stores options of a bot. Options that are not given keep their values. */
export async function storeConfig(
  tx: Tx,
  bot: UserId,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(config).length === 0) return
  await tx.run(PUT, [bot, Object.keys(config), Object.values(config)])
}
