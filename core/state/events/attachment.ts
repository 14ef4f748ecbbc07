import { z } from 'zod'
import { attachment } from '../wire/attachment.ts'
import type { EventDeclarations } from './event.ts'

const fields = { attachment, upload_space_used: z.int() }

export const attachmentEvents = {
  'attachment/add': { receivedBy: 'The user who uploaded the file.', fields },
  'attachment/update': { receivedBy: 'The user who uploaded the file.', fields },
  'attachment/remove': {
    receivedBy: 'The user who uploaded the file.',
    fields: { attachment: z.object({ id: z.int() }), upload_space_used: z.int() },
  },
} as const satisfies EventDeclarations
