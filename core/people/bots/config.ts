import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { EmbeddedBot } from './embedded.ts'
import { BotConfig } from './entities.ts'
import { configTooLong, invalidBotConfig } from './errors.ts'

const MAX_CONFIG_LENGTH = 10_000

/** Throws for options that the bot does not have, and when the options are longer than the limit. */
export function checkConfig(bot: EmbeddedBot, config: Readonly<Record<string, string>>): void {
  const entries = Object.entries(config)
  if (entries.some(([key]) => !Object.hasOwn(bot.config, key))) {
    throw invalidBotConfig()
  }
  const length = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (length <= MAX_CONFIG_LENGTH) return
  throw configTooLong(length, MAX_CONFIG_LENGTH)
}

/** Stores options of a bot. Options that are not given keep their values. */
export async function storeConfig(
  tx: Tx,
  bot: UserId,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = Object.entries(config).map(([key, value]) => ({ botId: bot, key, value }))
  if (rows.length > 0) await tx.em.upsertMany(BotConfig, rows)
}
