import { z } from 'zod'
import { reactionType } from './reaction-type.ts'

const reaction = z
  .object({
    emoji_name: z.string().describe('The name of the emoji.'),
    emoji_code: z.string().describe('What identifies the emoji within its `reaction_type`.'),
    reaction_type: reactionType,
    user_id: z.int().describe('Who reacted.'),
  })
  .meta({ id: 'Reaction', description: 'The reaction of one user.' })

const submessage = z
  .object({
    msg_type: z.string().describe('`widget` at present.'),
    content: z.string().describe('JSON, in the format of the widget.'),
    message_id: z.int().describe('The id of the message.'),
    sender_id: z.int().describe('The user who added the data.'),
    id: z.int().describe('The id of the data. Ids grow in the order in which data is added.'),
  })
  .meta({ id: 'Submessage', description: 'Data that a widget, such as a poll, adds to its message.' })

/** One change of a message: `WireEdit`. */
const edit = z
  .object({
    user_id: z.int().nullable().describe('Who made the change; null when it is not known.'),
    timestamp: z.int().describe('Unix seconds.'),
    prev_content: z.string().optional().describe('The Markdown before the change.'),
    prev_rendered_content: z.string().optional().describe('The HTML before the change.'),
    prev_topic: z.string().optional().describe('The topic before the change.'),
    topic: z.string().optional().describe('The topic after the change.'),
    prev_stream: z.int().optional().describe('The id of the channel before the change.'),
    stream: z.int().optional().describe('The id of the channel after the change.'),
  })
  .meta({ id: 'MessageEdit', description: 'One change of a message. It has the fields of what changed.' })

export const topicLinks = z
  .array(
    z.object({
      text: z.string().describe('The part of the topic that is a link.'),
      url: z.string().describe('The address of the link.'),
    }),
  )
  .readonly()
  .describe("The links that the organization's linkifiers make of the topic.")

export const flags = z
  .array(z.string())
  .describe(
    "The reader's flags: `read`, `starred`, `collapsed`, `mentioned`, `stream_wildcard_mentioned` and `topic_wildcard_mentioned` for mentions of everyone, `has_alert_word`, and `historical` for messages that the reader did not receive when they were sent.",
  )

const displayRecipient = z
  .union([
    z.string(),
    z.array(
      z.object({
        id: z.int().describe('The id of the participant.'),
        email: z.string().describe('The email address that everyone sees.'),
        full_name: z.string().describe('The name of the participant.'),
        is_mirror_dummy: z.boolean().describe('Always false.'),
      }),
    ),
  ])
  .describe('The name of the channel, or the participants of the direct conversation, the sender included.')

/** A message as GET /messages answers it: `WireMessage` with the reader's flags. */
export const message = z
  .object({
    id: z.int().describe('Ids grow in the order in which messages are sent.'),
    sender_id: z.int().describe('The user who sent the message.'),
    content: z.string().describe('HTML, or Markdown when the client asked for `apply_markdown=false`.'),
    content_type: z.enum(['text/html', 'text/x-markdown']).describe('The format of `content`.'),
    recipient_id: z.int().describe('Equal for all messages of a channel, or of one direct conversation.'),
    timestamp: z.int().describe('When it was sent, in Unix seconds.'),
    client: z.string().describe('The program that sent it.'),
    subject: z.string().describe('The topic; empty for direct messages.'),
    topic_links: topicLinks,
    is_me_message: z
      .boolean()
      .describe('Whether the text begins with `/me`. Clients then show it after the name of the sender.'),
    reactions: z.array(reaction).describe('The reactions, the oldest first.'),
    submessages: z
      .array(submessage)
      .describe('The data of the widget, the oldest first. Empty for other messages.'),
    edit_history: z.array(edit).optional().describe('The changes, the newest first. Absent without any.'),
    last_edit_timestamp: z.int().optional().describe('When its content last changed, in Unix seconds.'),
    last_moved_timestamp: z
      .int()
      .optional()
      .describe('When it last changed topic or channel, in Unix seconds.'),
    sender_full_name: z.string().describe('The name of the sender.'),
    sender_email: z.string().describe('The API e-mail address of the sender.'),
    sender_realm_str: z.string().describe('The subdomain of the organization.'),
    display_recipient: displayRecipient,
    type: z.enum(['stream', 'private']).describe('`stream`: in a channel. `private`: a direct message.'),
    stream_id: z.int().optional().describe('The channel. Absent for direct messages.'),
    avatar_url: z.string().nullable().describe('Null when `client_gravatar` lets the client compute it.'),
    flags,
    match_content: z.string().optional().describe('For a search: HTML with the matches highlighted.'),
    match_subject: z
      .string()
      .optional()
      .describe('For a search: the topic as HTML, with the matches highlighted.'),
  })
  .meta({ id: 'Message', description: 'A message as its reader sees it.' })
