import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { flags, message, topicLinks } from '../wire/message.ts'
import { reactionType } from '../wire/reaction-type.ts'
import type { EventDeclarations } from './event.ts'

const users = z.array(userId).readonly()
const place = {
  message_type: z
    .enum(['private', 'stream'])
    .describe('`stream` for messages of a channel, `private` for direct messages.'),
  stream_id: z.int().optional().describe('The channel; absent for direct messages.'),
  topic: z.string().optional().describe('The topic; absent for direct messages.'),
}

/** The flags of all users on one message, as `FlagsOfAll` in core/messaging. */
const flagsOfAll = z.object({
  /** The flags of every user that `others` does not list. */
  most: z.array(z.string()).readonly(),
  others: z.array(z.object({ flags: z.array(z.string()).readonly(), users })).readonly(),
})

const CONVERSATION =
  'The subscribers of the channel who may read the message and others who starred it, or the participants of the direct conversation'

const withoutFlags = message
  .omit({ flags: true, match_content: true, match_subject: true })
  .meta({ id: 'NewMessage', description: 'A message without the flags of its reader.' })

const reaction = {
  receivedBy: `${CONVERSATION}, and the user who reacted.`,
  fields: {
    user_id: z.int().describe('The user who reacted.'),
    user: z
      .object({
        user_id: z.int().describe('The id of the user.'),
        email: z.string().describe('The email address that everyone sees.'),
        full_name: z.string().describe('The name of the user.'),
        is_mirror_dummy: z.boolean().describe('Always false.'),
      })
      .describe('Deprecated: use `user_id`.'),
    message_id: z.int().describe('The id of the message.'),
    emoji_name: z.string().describe('The name of the emoji.'),
    emoji_code: z
      .string()
      .describe('The Unicode code points or the id of the emoji, depending on `reaction_type`.'),
    reaction_type: reactionType,
  },
  variesBy: ['the reader'],
} as const

/** Events about messages. */
export const messageEvents = {
  message: {
    sentWhen: 'A message was sent.',
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
      /** The column `message.conversation_id`; absent in entries of older versions. */
      _conversation: z.int().optional(),
      /**
       * `queue_id` and `local_id` of the request that sent the message. Only this queue's event has
       * `local_message_id`.
       */
      _queue: z.string().optional(),
      _local: z.string().optional(),
    },
    sent: {
      flags,
      local_message_id: z
        .string()
        .optional()
        .describe(
          'The `local_id` of the request that sent the message. Only for the queue that the request named.',
        ),
    },
    variesBy: ['apply_markdown', 'client_gravatar', 'empty_topic_name', 'the reader'],
  },
  update_message: {
    sentWhen: 'Messages were edited or moved, or the server changed how a message is rendered.',
    receivedBy: `${CONVERSATION}, and the user who changed it; after a move to another channel, those subscribers of both channels who can read the messages there, while the others get \`delete_message\`.`,
    fields: {
      user_id: z.int().nullable().describe('The user who changed the messages. Null when the server did.'),
      rendering_only: z.boolean().describe('Whether only the HTML changed, for example by a link preview.'),
      message_id: z
        .int()
        .describe('The message that the request named. Only the content of this one can change.'),
      message_ids: z.array(z.int()).readonly().describe('All messages that changed.'),
      edit_timestamp: z.int().describe('The time of the change in Unix seconds.'),
      stream_name: z.string().optional().describe('The name of the channel before the change.'),
      stream_id: z.int().optional().describe('The channel before the change.'),
      new_stream_id: z
        .int()
        .optional()
        .describe('The channel after the change. Only when messages moved to another channel.'),
      propagate_mode: z
        .enum(['change_one', 'change_later', 'change_all'])
        .optional()
        .describe(
          'Which messages of the topic moved: `change_one` this one, `change_later` also the newer ones, `change_all` all. Only when messages moved.',
        ),
      orig_subject: z.string().optional().describe('The topic before the change.'),
      subject: z.string().optional().describe('The topic after the change. Only when the topic changed.'),
      topic_links: topicLinks.optional().describe('The links that linkifiers make of the new topic.'),
      orig_content: z.string().optional().describe('The content before the change.'),
      orig_rendered_content: z.string().optional().describe('The content before the change, as HTML.'),
      content: z.string().optional().describe('The content after the change.'),
      rendered_content: z.string().optional().describe('The content after the change, as HTML.'),
      is_me_message: z
        .boolean()
        .optional()
        .describe('Whether the text begins with `/me` now. Only when the content changed.'),
    },
    /** The flags on the message `message_id`. */
    logged: { _flags: flagsOfAll },
    sent: { flags: flags.describe('The personal flags of the reader on `message_id`.') },
    variesBy: ['empty_topic_name', 'the reader'],
  },
  delete_message: {
    sentWhen: 'Messages were deleted, or the reader may no longer read them.',
    receivedBy: `${CONVERSATION}.`,
    fields: place,
    logged: { message_ids: z.array(z.int()).readonly() },
    sent: {
      message_ids: z
        .array(z.int())
        .optional()
        .describe('The deleted messages, for clients with `bulk_message_deletion`.'),
      message_id: z
        .int()
        .optional()
        .describe(
          'The deleted message, for clients without `bulk_message_deletion`: they get one event a message.',
        ),
    },
    variesBy: ['bulk_message_deletion', 'empty_topic_name'],
  },
  'reaction/add': { sentWhen: 'Somebody added an emoji reaction to a message.', ...reaction },
  'reaction/remove': { sentWhen: 'An emoji reaction was removed from a message.', ...reaction },
  submessage: {
    sentWhen: 'Somebody added data to a widget, such as a vote in a poll.',
    receivedBy: `${CONVERSATION}.`,
    fields: {
      msg_type: z.string().describe('`widget` at present.'),
      message_id: z.int().describe('The id of the message.'),
      submessage_id: z.int().describe('The id of the data.'),
      sender_id: z.int().describe('The user who added the data.'),
      content: z.string().describe('The data as JSON text.'),
    },
  },
} as const satisfies EventDeclarations
