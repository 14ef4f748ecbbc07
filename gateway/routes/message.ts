import { z } from 'zod'
import { deleteMessage, deleteTopic } from '../../core/messaging/messages/delete.ts'
import { editMessage } from '../../core/messaging/messages/edit.ts'
import {
  cannotDelete,
  cannotEdit,
  editingDisabled,
  explanationMissing,
  invalidMessages,
  moveTimeLimitExceeded,
  noModerationChannel,
} from '../../core/messaging/messages/errors.ts'
import { messageHistory } from '../../core/messaging/messages/history.ts'
import { readMessage } from '../../core/messaging/messages/read-one.ts'
import { REPORT_REASONS, type ReportReason, reportMessage } from '../../core/messaging/messages/report.ts'
import type { ChannelId, MessageId } from '../../core/platform/ids.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import { mustBeAdministrator } from '../../core/state/realm/errors.ts'
import { attachment } from '../../core/state/wire/attachment.ts'
import { message } from '../../core/state/wire/message.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, line, longId, path, query, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const message_id = path(longId<MessageId>())

/** A `WireVersion` in the response of GET /messages/{message_id}/history. */
const version = z.object({
  topic: z.string(),
  prev_topic: z.string().optional(),
  stream: z.int().optional(),
  prev_stream: z.int().optional(),
  content: z.string(),
  rendered_content: z.string(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  user_id: z.int().nullable(),
  content_html_diff: z.string().optional(),
  timestamp: z.int(),
})

/** Endpoints for a single message, and for deleting a topic. */
export function singleMessageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/messages/{message_id}',
      access: 'userOrSpectator',
      summary: 'Get a message',
      params: {
        message_id,
        apply_markdown: query(z.boolean().default(true)),
        allow_empty_topic_name: query(z.boolean().default(false)),
      },
      response: { raw_content: z.string(), message },
      errors: [invalidMessages()],
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
      params: { message_id, allow_empty_topic_name: query(z.boolean().default(false)) },
      response: { message_history: z.array(version) },
      errors: [invalidMessages()],
      handler: async ({ caller, params }) => ({
        message_history: await messageHistory(caller, params.message_id, params.allow_empty_topic_name),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/messages/{message_id}',
      access: 'user',
      summary: 'Edit a message, or move it to another topic or channel',
      params: {
        message_id,
        topic: form(line().optional(), { aliases: ['subject'] }),
        propagate_mode: form(z.enum(['change_one', 'change_later', 'change_all']).default('change_one')),
        send_notification_to_old_thread: form(z.boolean().default(false)),
        send_notification_to_new_thread: form(z.boolean().default(true)),
        content: form(text().optional()),
        prev_content_sha256: form(line().optional()),
        stream_id: form(id<ChannelId>().optional(), { aliases: ['new_stream_id'] }),
      },
      response: { detached_uploads: z.array(attachment) },
      errors: [
        editingDisabled(),
        cannotEdit(),
        moveTimeLimitExceeded(123 as MessageId, 2, 5),
        invalidMessages(),
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
      params: { message_id },
      errors: [invalidMessages(), cannotDelete()],
      handler: ({ caller, params }) => deleteMessage(caller, params.message_id),
    }),
    endpoint({
      method: 'POST',
      path: '/streams/{stream_id}/delete_topic',
      access: 'administrator',
      summary: 'Delete the messages of a topic; call it again until `complete` is true',
      params: {
        stream_id: path(id<ChannelId>()),
        topic_name: form(line(), { aliases: ['topic', 'subject'] }),
      },
      response: { complete: z.boolean() },
      errors: [mustBeAdministrator(), invalidChannelId()],
      handler: async ({ caller, params }) => ({
        complete: await deleteTopic(caller, params.stream_id, params.topic_name),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/messages/{message_id}/report',
      access: 'user',
      summary: 'Report a message to the moderators',
      params: {
        message_id,
        report_type: form(z.enum(Object.keys(REPORT_REASONS) as ReportReason[])),
        description: form(z.string().max(1000).default('')),
      },
      errors: [noModerationChannel(), explanationMissing(), invalidMessages()],
      handler: ({ caller, params }) =>
        reportMessage(caller, params.message_id, params.report_type, params.description),
    }),
  ] as const
}
