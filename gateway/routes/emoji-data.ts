import { z } from 'zod'
import { namesByCode } from '../../core/content/markdown/emoji/unicode.ts'
import { type Endpoint, endpoint, sharedJson } from '../http/endpoint.ts'

/** What `server_emoji_data_url` of the register response leads to. */
export const EMOJI_DATA_PATH = '/api/v1/emoji_data'

export function emojiDataRoutes(): Endpoint[] {
  const data = sharedJson(JSON.stringify({ code_to_names: namesByCode() }))
  return [
    endpoint({
      method: 'GET',
      path: '/emoji_data',
      access: 'anyone',
      summary: 'Get the names of every Unicode emoji by its code',
      response: { code_to_names: z.record(z.string(), z.array(z.string())) },
      handler: () => data,
    }),
  ]
}
