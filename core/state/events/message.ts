import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { message } from '../wire/message.ts'
import { reactionType } from '../wire/reaction-type.ts'
import type { EventDeclarations } from './event.ts'

const users = z.array(userId).readonly()
const topicLinks = z.array(z.object({ text: z.string(), url: z.string() })).readonly()
const place = {
  message_type: z.enum(['private', 'stream']),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
}

/** The flags of all users on one message, as `FlagsOfAll` in core/messaging. */
const flagsOfAll = z.object({
  /** The flags of every user that `others` does not list. */
  most: z.array(z.string()).readonly(),
  others: z.array(z.object({ flags: z.array(z.string()).readonly(), users })).readonly(),
})

const CONVERSATION =
  'The subscribers of the channel who may read the message, or the participants of the direct conversation'

const withoutFlags = message.omit({ flags: true, match_content: true, match_subject: true })

const reaction = {
  receivedBy: `${CONVERSATION}, and the user who reacted.`,
  fields: {
    user_id: z.int(),
    /** Deprecated. */
    user: z.object({
      user_id: z.int(),
      email: z.string(),
      full_name: z.string(),
      is_mirror_dummy: z.boolean(),
    }),
    message_id: z.int(),
    emoji_name: z.string(),
    emoji_code: z.string(),
    reaction_type: reactionType,
  },
} as const

/** Events about messages. */
export const messageEvents = {
  message: {
    receivedBy: 'The subscribers of the channel, or the participants of the direct conversation.',
    /** The log stores the message with its raw content and the address of the avatar. */
    fields: { message: withoutFlags },
    logged: {
      _html: z.string(),
      /** Whether clients can compute the address of the avatar. */
      _gravatar: z.boolean(),
      /** Users whom the message mentions. */
      _mentioned: users,
      /** Participants of the topic, when the message mentions all of them (`@**topic**`). */
      _topicMentioned: users.optional(),
      /** Recipients whose alert words the message contains. */
      _alerted: users,
      /** Recipients for whom the message arrives read, mostly because they mute the sender. */
      _muters: users.optional(),
      /** Users for whom the message is unread although it arrives read for everyone else. */
      _unreadBy: users.optional(),
      /** The column `message.bits`. */
      _bits: z.int(),
      /** `queue_id` and `local_id` of the request that sent the message. Only this queue's event has `local_message_id`. */
      _queue: z.string().optional(),
      _local: z.string().optional(),
    },
    sent: { flags: z.array(z.string()), local_message_id: z.string().optional() },
    variesBy: ['apply_markdown', 'client_gravatar', 'empty_topic_name', 'the reader'],
  },
  update_message: {
    receivedBy: `${CONVERSATION}, and the user who changed it.`,
    fields: {
      user_id: z.int().nullable(),
      rendering_only: z.boolean(),
      /** The message that the request named. */
      message_id: z.int(),
      /** All messages that changed. */
      message_ids: z.array(z.int()).readonly(),
      /** Unix seconds. */
      edit_timestamp: z.int(),
      stream_name: z.string().optional(),
      stream_id: z.int().optional(),
      new_stream_id: z.int().optional(),
      propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
      orig_subject: z.string().optional(),
      subject: z.string().optional(),
      topic_links: topicLinks.optional(),
      orig_content: z.string().optional(),
      orig_rendered_content: z.string().optional(),
      content: z.string().optional(),
      rendered_content: z.string().optional(),
      is_me_message: z.boolean().optional(),
    },
    /** The flags on the message `message_id`. */
    logged: { _flags: flagsOfAll },
    sent: { flags: z.array(z.string()) },
    variesBy: ['empty_topic_name', 'the reader'],
  },
  delete_message: {
    receivedBy: `${CONVERSATION}, and those who starred it.`,
    fields: place,
    logged: { message_ids: z.array(z.int()).readonly() },
    /** Clients without `bulk_message_deletion` get one event a message. */
    sent: { message_ids: z.array(z.int()).optional(), message_id: z.int().optional() },
    variesBy: ['bulk_message_deletion', 'empty_topic_name'],
  },
  'reaction/add': reaction,
  'reaction/remove': reaction,
  submessage: {
    receivedBy: `${CONVERSATION}.`,
    fields: {
      msg_type: z.string(),
      message_id: z.int(),
      submessage_id: z.int(),
      sender_id: z.int(),
      content: z.string(),
    },
  },
} as const satisfies EventDeclarations
