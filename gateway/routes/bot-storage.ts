import { z } from 'zod'
import {
  MAX_BOT_STORAGE_BYTES,
  MAX_BOT_STORAGE_KEY_LENGTH,
  MAX_BOT_STORAGE_KEYS,
} from '../../config/limits.ts'
import { noSuchKey, storageFull } from '../../core/people/bots/errors.ts'
import { changeStorage, deleteStorage, readStorage } from '../../core/people/bots/storage.ts'
import { dict } from '../http/bounds.ts'
import { endpoint } from '../http/endpoint.ts'
import { json } from '../http/parameter.ts'
import type { Services } from '../services.ts'

/** The keys to read or delete. Without this parameter: all keys. */
const keys = json(z.array(z.string().max(MAX_BOT_STORAGE_KEY_LENGTH)).max(MAX_BOT_STORAGE_KEYS).optional())
/** The values to store. `changeStorage` also limits the total size. */
const storage = dict(z.string().max(MAX_BOT_STORAGE_BYTES), MAX_BOT_STORAGE_KEYS, MAX_BOT_STORAGE_KEY_LENGTH)

/** The key-value storage of bots. Each bot reads and changes only its own values. */
export function botStorageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Get values from your storage, as a bot',
      params: { keys },
      response: { storage: z.record(z.string(), z.string()) },
      errors: [noSuchKey()],
      handler: async ({ user, params }) => ({ storage: await readStorage(core.db, user.id, params.keys) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Store values in your storage, as a bot; other keys stay unchanged',
      params: { storage: json(storage) },
      errors: [storageFull()],
      handler: ({ caller, params }) => changeStorage(caller, params.storage),
    }),
    endpoint({
      method: 'DELETE',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Delete values from your storage, as a bot',
      params: { keys },
      errors: [noSuchKey()],
      handler: ({ caller, params }) => deleteStorage(caller, params.keys),
    }),
  ] as const
}
