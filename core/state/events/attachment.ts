import { z } from 'zod'
import { attachment } from '../wire/attachment.ts'
import type { EventDeclarations } from './event.ts'

const upload_space_used = z.int().describe('The size of all files of the organization in bytes.')
const fields = { attachment, upload_space_used }

export const attachmentEvents = {
  'attachment/add': {
    sentWhen: 'The user uploaded a file.',
    receivedBy: 'The user who uploaded the file.',
    fields,
  },
  'attachment/update': {
    sentWhen: 'The messages that link to the file changed.',
    receivedBy: 'The user who uploaded the file.',
    fields,
  },
  'attachment/remove': {
    sentWhen: 'The file was deleted.',
    receivedBy: 'The user who uploaded the file.',
    fields: {
      attachment: z.object({ id: z.int().describe('The id of the file.') }).describe('The deleted file.'),
      upload_space_used,
    },
  },
} as const satisfies EventDeclarations
