import { z } from 'zod'
import {
  MAX_BOT_STORAGE_BYTES,
  MAX_BOT_STORAGE_KEY_LENGTH,
  MAX_BOT_STORAGE_KEYS,
} from '../../config/limits.ts'
import { noSuchKey } from '../../core/people/bots/errors.ts'
import { changeStorage, deleteStorage, readStorage, storageFull } from '../../core/people/bots/storage.ts'
import { dict } from '../http/bounds.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { json } from '../http/parameter.ts'
import type { Services } from '../services.ts'

/** All keys without it. */
const keys = json(z.array(z.string().max(MAX_BOT_STORAGE_KEY_LENGTH)).max(MAX_BOT_STORAGE_KEYS).optional())
/** All of it together is bounded too (`changeStorage`). */
const storage = dict(z.string().max(MAX_BOT_STORAGE_BYTES), MAX_BOT_STORAGE_KEYS, MAX_BOT_STORAGE_KEY_LENGTH)

/** What a bot keeps between its runs; each bot reads and changes its own. */
export function botStorageRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Get what one has stored, as a bot',
      params: { keys },
      response: { storage: z.record(z.string(), z.string()) },
      errors: [noSuchKey()],
      handler: async ({ user, params }) => ({ storage: await readStorage(core.db, user.id, params.keys) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Store texts by keys, as a bot; what is under other keys stays',
      params: { storage: json(storage) },
      errors: [storageFull()],
      handler: ({ caller, params }) => changeStorage(caller, params.storage),
    }),
    endpoint({
      method: 'DELETE',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Delete what one has stored, as a bot',
      params: { keys },
      errors: [noSuchKey()],
      handler: ({ caller, params }) => deleteStorage(caller, params.keys),
    }),
  ]
}
