import { z } from 'zod'
import { reactionType } from './reaction-type.ts'

const reaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: reactionType,
  user_id: z.int(),
})

const submessage = z.object({
  msg_type: z.string(),
  content: z.string(),
  message_id: z.int(),
  sender_id: z.int(),
  id: z.int(),
})

/** One change of a message: `WireEdit`. */
const edit = z.object({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
})

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
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })).readonly(),
  is_me_message: z.boolean(),
  reactions: z.array(reaction),
  submessages: z.array(submessage),
  edit_history: z.array(edit).optional(),
  last_edit_timestamp: z.int().optional(),
  last_moved_timestamp: z.int().optional(),
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
  match_content: z.string().optional(),
  match_subject: z.string().optional(),
})
