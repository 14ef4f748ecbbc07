import { z } from 'zod'
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { emptyMessage } from '../../../core/content/messages/errors.ts'
import { deleteMessage, deleteTopic } from '../../../core/messaging/editing/delete.ts'
import { editMessage } from '../../../core/messaging/editing/edit.ts'
import { messageHistory } from '../../../core/messaging/fetching/history.ts'
import { readMessage } from '../../../core/messaging/fetching/read-one.ts'
import {
  cannotDelete,
  cannotEdit,
  cannotMove,
  cannotResolveTopics,
  contentChangeWithChannelChange,
  contentMismatch,
  deleteTimeLimitPassed,
  directMessageHasNoTopic,
  directMessageNotMovable,
  editHistoryDisabled,
  editingDisabled,
  editTimeLimitPassed,
  emptyTopicNotAllowed,
  explanationMissing,
  generalChatNotResolvable,
  moveTimeLimitExceeded,
  moveTimeLimitPassed,
  noModerationChannel,
  nothingToChange,
  onlyEmptyTopicAllowed,
  propagateModeWithoutMove,
  widgetNotEditable,
} from '../../../core/messaging/messages/errors.ts'
import { REPORT_REASONS, reportMessage } from '../../../core/messaging/sending/report.ts'
import type { ChannelId, MessageId } from '../../../core/platform/ids.ts'
import { invalidChannelId } from '../../../core/state/channels/errors.ts'
import { attachment } from '../../../core/state/wire/attachment.ts'
import { message } from '../../../core/state/wire/message.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, line, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import {
  contentTooLong,
  groupNotMentionable,
  topicErrors,
  unreadableChannel,
  unreadableMessage,
  wildcardErrors,
} from '../../wire/shared-errors.ts'
import {
  allowEmptyTopicName,
  applyMarkdown,
  channelInPath,
  messageInPath,
  topicInForm,
} from '../../wire/shared-parameters.ts'

const message_id = messageInPath

/** A `WireVersion` in the response of GET /messages/{message_id}/history. */
const version = z.object({
  topic: z.string().describe('The topic of this version; empty for direct messages.'),
  prev_topic: z.string().optional().describe('The topic before the change. Only when it changed.'),
  stream: z.int().optional().describe('The id of the channel after the change. Only when it changed.'),
  prev_stream: z.int().optional().describe('The id of the channel before the change. Only when it changed.'),
  content: z.string().describe('The text of this version in Markdown.'),
  rendered_content: z.string().describe('The text of this version as HTML.'),
  prev_content: z.string().optional().describe('The Markdown before the change. Only when the text changed.'),
  prev_rendered_content: z
    .string()
    .optional()
    .describe('The HTML before the change. Only when the text changed.'),
  user_id: z.int().nullable().describe('Who made the change; null when it is not known.'),
  content_html_diff: z
    .string()
    .optional()
    .describe('HTML that shows what the change added and removed. Only when the text changed.'),
  timestamp: z.int().describe('When this version was made, in Unix seconds.'),
})

/** Endpoints for a single message, and for deleting a topic. */
export function singleMessageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/messages/{message_id}',
      access: 'userOrSpectator',
      freshness: 'handler',
      summary: 'Get a message',
      description: 'Without credentials, only messages of web-public channels are found.',
      params: {
        message_id,
        apply_markdown: applyMarkdown,
        allow_empty_topic_name: allowEmptyTopicName,
      },
      response: {
        raw_content: z.string().describe('The content in Markdown, whatever `apply_markdown` says.'),
        message,
      },
      errors: [unreadableMessage],
      handler: async ({ realm, user, params }) => {
        const read = await readMessage(core, realm, user, params.message_id, {
          applyMarkdown: params.apply_markdown,
          clientGravatar: true,
          allowEmptyTopicName: params.allow_empty_topic_name,
        })
        return { raw_content: read.raw, message: read.message }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/messages/{message_id}/history',
      access: 'user',
      summary: 'Get the edit history of a message',
      description:
        'It has one entry for each version, the oldest first, with what the change replaced. The setting `message_edit_history_visibility_policy` of the organization decides which changes are shown.',
      params: { message_id, allow_empty_topic_name: allowEmptyTopicName },
      response: { message_history: z.array(version).describe('The versions, the oldest first.') },
      errors: [unreadableMessage, when('The organization shows no edit histories.', editHistoryDisabled())],
      handler: async ({ caller, params }) => ({
        message_history: await messageHistory(caller, params.message_id, params.allow_empty_topic_name),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/messages/{message_id}',
      access: 'user',
      summary: 'Edit a message, or move it to another topic or channel',
      description:
        'All changes take effect, or none does. Those who received it get an `update_message` event; who can no longer read a moved message gets a `delete_message` event. A topic is resolved by the prefix `✔ `. Time limits of the organization apply to editing, and to moving by users who are not moderators.',
      permission:
        'The sender for the text. For topics and channels, those who administer the channel and the members of its groups and of the groups of the organization for moving messages and resolving topics.',
      params: {
        message_id,
        topic: form(line(MAX_TOPIC_LENGTH).optional(), {
          aliases: ['subject'],
          description:
            'The topic to move to. An empty text is the topic without a name. If absent, the topic stays.',
          example: 'light',
        }),
        propagate_mode: form(z.enum(['change_one', 'change_later', 'change_all']).default('change_one'), {
          description:
            'Which messages of the topic move: `change_one` only this one, `change_later` this and all later ones, `change_all` all.',
          example: 'change_all',
        }),
        send_notification_to_old_thread: form(z.boolean().default(false), {
          description: 'Whether the notification bot posts about a move in the former topic.',
          example: true,
        }),
        send_notification_to_new_thread: form(z.boolean().default(true), {
          description: 'Whether the notification bot posts about a move in the new topic.',
          example: false,
        }),
        content: form(text(MAX_MESSAGE_LENGTH).optional(), {
          description: 'The new text in Markdown. If absent, the text stays. Only the sender may change it.',
          example: 'The balcony **does** hold.',
        }),
        prev_content_sha256: form(line().optional(), {
          description:
            'SHA-256, in hexadecimal, of the text from which the client began. If the text has changed since, the request is refused. It needs `content`.',
          example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        }),
        stream_id: form(id<ChannelId>().optional(), {
          aliases: ['new_stream_id'],
          description: 'The id of the channel to move to. If absent, the channel stays.',
          example: 42,
        }),
      },
      response: {
        detached_uploads: z
          .array(attachment)
          .describe('Your uploaded files that no message links any more after this change.'),
      },
      errors: [
        unreadableMessage,
        when('The organization turned editing off (`allow_message_editing`).', editingDisabled()),
        when('You did not send the message, or may not change its topic.', cannotEdit()),
        when('You may not move messages of this channel to another one.', cannotMove()),
        when('You may not mark topics of this channel as resolved, or unresolved.', cannotResolveTopics()),
        when('The message is too old for its text to be changed.', editTimeLimitPassed()),
        when('The message is too old to be moved to another topic.', moveTimeLimitPassed('topic')),
        when(
          'Some messages are too old to be moved. Ask the user whether to move the others, by `change_later` at the given message.',
          moveTimeLimitExceeded(123 as MessageId, 2, 5),
        ),
        when('The message is a poll or another widget.', widgetNotEditable()),
        when('The text has changed since `prev_content_sha256`.', contentMismatch()),
        when('The new text is empty.', emptyMessage()),
        contentTooLong,
        ...topicErrors,
        groupNotMentionable,
        ...wildcardErrors,
        when('Nothing is to be changed.', nothingToChange()),
        when(
          'The text is to be changed while the message moves to another channel.',
          contentChangeWithChannelChange(),
        ),
        when('`propagate_mode` is given and the message does not move.', propagateModeWithoutMove()),
        when('A direct message is to be moved to a channel.', directMessageNotMovable()),
        when('A direct message is to get a topic.', directMessageHasNoTopic()),
        when('The topic without a name is to be resolved.', generalChatNotResolvable()),
        when('The new channel does not exist or is archived, or you may not post in it.', invalidChannelId()),
        when('The channel needs topics with a name.', emptyTopicNotAllowed()),
        when('The channel allows only the topic without a name.', onlyEmptyTopicAllowed()),
      ],
      handler: async ({ caller, params }) => {
        const detached = await editMessage(caller, params.message_id, {
          content: params.content,
          topic: params.topic,
          channel: params.stream_id,
          mode: params.propagate_mode,
          formerContentHash: params.prev_content_sha256,
          notices: {
            old: params.send_notification_to_old_thread,
            new: params.send_notification_to_new_thread,
          },
        })
        return { detached_uploads: [...detached] }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/messages/{message_id}',
      access: 'user',
      summary: 'Delete a message',
      description:
        'Its reactions and flags are deleted too. Those who can read it get a `delete_message` event.',
      permission:
        'Members of `can_delete_any_message_group`, of the organization or the channel. The sender, or the owner of the bot that sent it, if in `can_delete_own_message_group`, within the time limit of the organization.',
      params: { message_id },
      errors: [
        unreadableMessage,
        when('You may not delete the message.', cannotDelete()),
        when('You may delete your own messages, but this one is too old.', deleteTimeLimitPassed()),
      ],
      handler: ({ caller, params }) => deleteMessage(caller, params.message_id),
    }),
    endpoint({
      method: 'POST',
      path: '/streams/{stream_id}/delete_topic',
      access: 'administrator',
      summary: 'Delete the messages of a topic',
      description:
        'It deletes the messages that you may read, the newest first. After 40 seconds the answer comes with `complete` false: call it again until it is true. Those who can read them get `delete_message` events. A topic without messages is no error.',
      params: { stream_id: channelInPath, topic_name: topicInForm },
      response: { complete: z.boolean().describe('Whether all messages are deleted.') },
      errors: [unreadableChannel, ...topicErrors],
      handler: async ({ caller, params }) => ({
        complete: await deleteTopic(caller, params.stream_id, params.topic_name),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/messages/{message_id}/report',
      access: 'user',
      summary: 'Report a message to the moderators',
      description:
        "The notification bot posts your name, the reason and the message in the organization's channel for reports, in a topic named after the sender.",
      params: {
        message_id,
        report_type: form(z.enum(REPORT_REASONS), {
          description:
            'The reason for the report: `spam`, `harassment`, `inappropriate` content, `norms` for what violates the norms of the community, or `other`.',
          example: 'norms',
        }),
        description: form(z.string().max(1000).default(''), {
          description: 'An explanation, which the moderators read. Required for the reason `other`.',
          example: 'It names the play.',
        }),
      },
      errors: [
        when(
          'The organization has no channel for reports (`moderation_request_channel_id`).',
          noModerationChannel(),
        ),
        when('The reason is `other`, and there is no explanation.', explanationMissing()),
        unreadableMessage,
      ],
      handler: ({ caller, params }) =>
        reportMessage(caller, params.message_id, params.report_type, params.description),
    }),
  ] as const
}
