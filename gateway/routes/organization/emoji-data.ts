import { z } from 'zod'
import { namesByCode } from '../../../core/content/markdown/emoji/unicode.ts'
import { endpoint } from '../../http/endpoint/endpoint.ts'
import { JsonText, sharedJson } from '../../http/reply/json-text.ts'

export function emojiDataRoutes() {
  const data = sharedJson(new JsonText([JSON.stringify({ code_to_names: namesByCode() })]))
  return [
    endpoint({
      method: 'GET',
      path: '/emoji_data',
      access: 'anyone',
      summary: 'Get the names of all Unicode emoji by code point',
      description:
        'The answer is the same for all organizations and changes with releases of the server only. Its address is `server_emoji_data_url` in the response of POST /register.',
      response: {
        code_to_names: z
          .record(z.string(), z.array(z.string()))
          .describe('The names of each emoji, the main one first, by its code points in hexadecimal.'),
      },
      handler: () => data,
    }),
  ] as const
}
