import { z } from 'zod'
import { MAX_LISTED_MESSAGES_OF_FILE } from '../../../config/limits.ts'

/** An uploaded file; times are in milliseconds. */
export const attachment = z
  .object({
    id: z.int().describe('The id of the file.'),
    name: z.string().describe('The name of the file when it was uploaded.'),
    path_id: z.string().describe('The file is at `/user_uploads/` and this path.'),
    size: z.int().describe('Bytes.'),
    create_time: z.int().describe('Unix milliseconds.'),
    messages: z
      .array(
        z.object({
          date_sent: z.int().describe('When the message was sent, in Unix milliseconds.'),
          id: z.int().describe('The id of the message.'),
        }),
      )
      .readonly()
      .describe(`The newest messages that link the file, at most ${MAX_LISTED_MESSAGES_OF_FILE}.`),
  })
  .meta({ id: 'Attachment', description: 'An uploaded file.' })
