import { MAX_BOT_STORAGE_BYTES, MAX_BOT_STORAGE_KEYS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { BotStorage as BotStorageRow } from './entities.ts'
import { noSuchKey, storageFull } from './errors.ts'

/** The texts that a bot stores between its runs, by the bot's own keys. */
export type BotStorage = Readonly<Record<string, string>>

// Statements: the embedded bots read theirs for each message, and the size is an aggregate.
const READ = statement(
  'bot-storage.read',
  // bot_storage_pkey
  'SELECT key, value FROM bot_storage WHERE bot_id = $1 AND ($2::text[] IS NULL OR key = ANY ($2)) ORDER BY key',
)
const SIZE = statement(
  'bot-storage.size',
  `SELECT count(*)::int AS keys, coalesce(sum(octet_length(key) + octet_length(value)), 0)::int AS bytes
   FROM bot_storage WHERE bot_id = $1`, // bot_storage_pkey
)
/**
 * Locks the bot, so that concurrent requests cannot exceed the limit together. A statement, because the lock
 * modes of entities would also block inserts of rows that refer to the bot, such as messages.
 */
// user_account_pkey
const LOCK = statement('bot-storage.lock', 'SELECT FROM user_account WHERE id = $1 FOR NO KEY UPDATE')

/** Reads a bot's stored values under these keys, or all of them. Throws for an unknown key. */
export async function readStorage(sql: Sql, bot: UserId, keys?: readonly string[]): Promise<BotStorage> {
  const rows = await sql.run<Columns<typeof BotStorageRow, 'key' | 'value'>>(READ, [bot, keys ?? null])
  if (keys !== undefined && rows.length < new Set(keys).size) throw noSuchKey()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** Stores texts of a bot in the caller's transaction. Other keys keep their texts. */
export async function putStorage(tx: Tx, bot: UserId, storage: BotStorage): Promise<void> {
  const rows = Object.entries(storage).map(([key, value]) => ({ botId: bot, key, value }))
  if (rows.length > 0) await tx.em.upsertMany(BotStorageRow, rows)
}

/** Stores texts of a bot. Other keys keep their texts. Throws when the bot would exceed its storage limit. */
export async function changeStorage({ core, realm, user }: Caller, storage: BotStorage): Promise<void> {
  await core.transact(realm.id, async (tx) => {
    await tx.run(LOCK, [user.id])
    await putStorage(tx, user.id, storage)
    const [size] = await tx.run<{ keys: number; bytes: number }>(SIZE, [user.id])
    if (size!.keys > MAX_BOT_STORAGE_KEYS || size!.bytes > MAX_BOT_STORAGE_BYTES) throw storageFull()
  })
}

/**
 * Deletes a bot's stored values under these keys, or all of them. Throws for an unknown key and then deletes
 * nothing.
 */
export async function deleteStorage({ core, realm, user }: Caller, keys?: readonly string[]): Promise<void> {
  await core.transact(realm.id, async (tx) => {
    const deleted = await tx.em.nativeDelete(BotStorageRow, {
      botId: user.id,
      ...(keys !== undefined && { key: { $in: [...keys] } }),
    })
    if (keys !== undefined && deleted < new Set(keys).size) throw noSuchKey()
  })
}
