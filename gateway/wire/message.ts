import { z } from 'zod'

/** A message as GET /messages answers it: `WireMessage` with the reader's flags. */
export const message = z.object({
  id: z.int(),
  sender_id: z.int(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  recipient_id: z.int(),
  timestamp: z.int(),
  client: z.string(),
  subject: z.string(),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })),
  is_me_message: z.boolean(),
  reactions: z.array(z.never()),
  submessages: z.array(z.never()),
  sender_full_name: z.string(),
  sender_email: z.string(),
  sender_realm_str: z.string(),
  display_recipient: z.union([
    z.string(),
    z.array(
      z.object({ id: z.int(), email: z.string(), full_name: z.string(), is_mirror_dummy: z.boolean() }),
    ),
  ]),
  type: z.enum(['stream', 'private']),
  stream_id: z.int().optional(),
  avatar_url: z.string().nullable(),
  flags: z.array(z.string()),
})
