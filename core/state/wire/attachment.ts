import { z } from 'zod'

/** An uploaded file; times are in milliseconds. */
export const attachment = z
  .object({
    id: z.int(),
    name: z.string(),
    path_id: z.string().describe('The file is at `/user_uploads/` and this path.'),
    size: z.int().describe('Bytes.'),
    create_time: z.int().describe('Unix milliseconds.'),
    messages: z
      .array(z.object({ date_sent: z.int(), id: z.int() }))
      .readonly()
      .describe('The messages that link the file; `date_sent` in Unix milliseconds.'),
  })
  .meta({ id: 'Attachment', description: 'An uploaded file.' })
