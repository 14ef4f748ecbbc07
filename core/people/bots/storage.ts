import { MAX_BOT_STORAGE_BYTES, MAX_BOT_STORAGE_KEYS } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { noSuchKey, storageFull } from './errors.ts'

/** What a bot stores between its runs: texts by the bot's own keys. */
export type BotStorage = Readonly<Record<string, string>>

const READ = statement(
  'bot-storage.read',
  'SELECT key, value FROM bot_storage WHERE bot_id = $1 AND ($2::text[] IS NULL OR key = ANY ($2)) ORDER BY key', // bot_storage_pkey
)
const PUT = statement(
  'bot-storage.put',
  `INSERT INTO bot_storage (bot_id, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS s (key, value)
   ON CONFLICT (bot_id, key) DO UPDATE SET value = excluded.value`, // bot_storage_pkey
)
const DELETE = statement(
  'bot-storage.delete',
  'DELETE FROM bot_storage WHERE bot_id = $1 AND ($2::text[] IS NULL OR key = ANY ($2)) RETURNING key', // bot_storage_pkey
)
const SIZE = statement(
  'bot-storage.size',
  `SELECT count(*)::int AS keys, coalesce(sum(octet_length(key) + octet_length(value)), 0)::int AS bytes
   FROM bot_storage WHERE bot_id = $1`, // bot_storage_pkey
)
/** Locks the bot, so that concurrent requests cannot exceed the limit together. */
const LOCK = statement('bot-storage.lock', 'SELECT FROM user_account WHERE id = $1 FOR NO KEY UPDATE') // user_account_pkey

/** Reads what a bot has stored under these keys, or everything. Throws for an unknown key. */
export async function readStorage(sql: Sql, bot: UserId, keys?: readonly string[]): Promise<BotStorage> {
  const rows = await sql.run<{ key: string; value: string }>(READ, [bot, keys ?? null])
  if (keys !== undefined && rows.length < new Set(keys).size) throw noSuchKey()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** Stores texts of a bot in the caller's transaction. Other keys keep their texts. */
export async function putStorage(sql: Sql, bot: UserId, storage: BotStorage): Promise<void> {
  if (Object.keys(storage).length > 0) {
    await sql.run(PUT, [bot, Object.keys(storage), Object.values(storage)])
  }
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
 * Deletes what a bot has stored under these keys, or everything. Throws for an unknown key and then deletes
 * nothing.
 */
export async function deleteStorage({ core, realm, user }: Caller, keys?: readonly string[]): Promise<void> {
  await core.transact(realm.id, async (tx) => {
    const deleted = await tx.run(DELETE, [user.id, keys ?? null])
    if (keys !== undefined && deleted.length < new Set(keys).size) throw noSuchKey()
  })
}
