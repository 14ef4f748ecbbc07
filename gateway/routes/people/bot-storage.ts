import { z } from 'zod'
import {
  MAX_BOT_STORAGE_BYTES,
  MAX_BOT_STORAGE_KEY_LENGTH,
  MAX_BOT_STORAGE_KEYS,
  MAX_ENCODED_PARAMETER,
} from '../../../config/limits.ts'
import { noSuchKey, storageFull } from '../../../core/people/bots/errors.ts'
import { changeStorage, deleteStorage, readStorage } from '../../../core/people/bots/storage.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json } from '../../http/endpoint/parameter.ts'
import { dict } from '../../http/parameters/bounds.ts'
import type { Services } from '../../services.ts'

const keys = z.array(z.string().max(MAX_BOT_STORAGE_KEY_LENGTH)).max(MAX_BOT_STORAGE_KEYS).optional()
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
      params: {
        keys: json(keys, { description: 'The keys to read. If absent, all keys.', example: ['count'] }),
      },
      response: { storage: z.record(z.string(), z.string()).describe('The values by their keys.') },
      errors: [when('One of the keys has no value.', noSuchKey())],
      handler: async ({ user, params }) => ({ storage: await readStorage(core.db, user.id, params.keys) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Store values in your storage, as a bot',
      description: `Other keys keep their values. A bot stores at most ${MAX_BOT_STORAGE_KEYS} keys and, keys and values together, ${MAX_BOT_STORAGE_BYTES} bytes of UTF-8. If they are exceeded, nothing is stored. URL-encoded, \`storage\` has at most ${MAX_ENCODED_PARAMETER} characters, escapes counted as they are; a body of the type \`multipart/form-data\` needs no escapes.`,
      params: {
        storage: json(storage, {
          description: 'Texts to store, by their keys. They replace the former values of these keys.',
          example: { count: '3' },
        }),
      },
      errors: [when('The bot would store too much.', storageFull())],
      handler: ({ caller, params }) => changeStorage(caller, params.storage),
    }),
    endpoint({
      method: 'DELETE',
      path: '/bot_storage',
      access: 'bot',
      summary: 'Delete values from your storage, as a bot',
      params: {
        keys: json(keys, { description: 'The keys to delete. If absent, all keys.', example: ['count'] }),
      },
      errors: [when('One of the keys has no value. Then nothing is deleted.', noSuchKey())],
      handler: ({ caller, params }) => deleteStorage(caller, params.keys),
    }),
  ] as const
}
