import { z } from 'zod'
import {
  MAX_DIRECT_RECIPIENTS,
  MAX_MESSAGE_LENGTH,
  MAX_RECIPIENTS_TEXT,
  MAX_TOPIC_LENGTH,
} from '../../../config/limits.ts'
import { insertCachedPreviews, loadCachedPreviews } from '../../../core/content/link-previews/previews.ts'
import { render } from '../../../core/content/markdown/render.ts'
import { checkContentToRender } from '../../../core/content/messages/check-text.ts'
import { messageContext } from '../../../core/content/messages/realm-context.ts'
import { showPictures } from '../../../core/content/uploads/pictures.ts'
import { notOneChannel } from '../../../core/messaging/messages/errors.ts'
import type { Named } from '../../../core/messaging/sending/recipients.ts'
import { sendMessage } from '../../../core/messaging/sending/send.ts'
import { readableUploads } from '../../../core/messaging/uploads/access.ts'
import { noSuchChannel } from '../../../core/state/channels/errors.ts'
import { invalidEmail } from '../../../core/state/users/errors.ts'
import { visibilityPolicy } from '../../../core/state/wire/user-topic.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, jsonOrText, line, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { contentTooLong, sendErrors } from '../../wire/shared-errors.ts'

const named = z.union([z.int(), z.string().max(MAX_RECIPIENTS_TEXT)])

export function messageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/messages',
      access: 'user',
      forWebhookBots: true,
      freshness: 'handler',
      summary: 'Send a message to a channel or to people',
      description:
        'Everyone who receives it, you included, gets a `message` event. To be able to repeat a request whose answer was lost, give `queue_id` and `local_id`. You need not be subscribed to a public channel. The message gets the name of the program that sent it from the parameter `client` or the header User-Agent.',
      permission:
        "Members of the channel's `can_send_message_group` who may read it, and bots whose owner is such a member; for direct messages, as `direct_message_permission_group` and `direct_message_initiator_group` allow. Mentions of a whole channel or topic with more than 15 people are for members of `can_mention_many_users_group`.",
      params: {
        type: form(z.enum(['direct', 'channel', 'stream', 'private']), {
          description:
            'Whether `to` names a channel (`channel`, formerly `stream`) or people (`direct`, formerly `private`).',
          example: 'channel',
        }),
        to: jsonOrText(
          z.union([
            named,
            z.array(z.int()).max(MAX_DIRECT_RECIPIENTS),
            z.array(line()).max(MAX_DIRECT_RECIPIENTS),
          ]),
          {
            description:
              'The name or id of the channel; or the ids or email addresses of the people, as a list or, for addresses, as text with commas. You need not name yourself.',
            example: 'general',
          },
        ),
        content: form(text(MAX_MESSAGE_LENGTH), {
          description: 'The text in Markdown. White space at its end is removed.',
          example: 'The balcony **has** to hold.',
        }),
        topic: form(line(MAX_TOPIC_LENGTH).optional(), {
          aliases: ['subject'],
          description:
            'The topic in the channel. If absent or empty, the topic without a name. For direct messages it has no effect.',
          example: 'design',
        }),
        queue_id: form(z.string().max(100).optional(), {
          description:
            'The id of your event queue. Its `message` event for this message then has `local_message_id`. Give it with `local_id`.',
          example: 'fb67bf8a-c031-47cc-84cf-ed80accacda8',
        }),
        local_id: form(z.string().max(100).optional(), {
          description:
            'An id that the client chooses for this message, different for each. A request that is repeated with the same `queue_id` and `local_id` sends no second message.',
          example: '1234.01',
        }),
        read_by_sender: form(z.boolean().optional(), {
          description:
            'Whether the message is read for you from the beginning. If absent, it is if the client is one in which people read, by its name.',
          example: true,
        }),
      },
      response: {
        id: z.int().describe('The id of the message.'),
        automatic_new_visibility_policy: visibilityPolicy
          .optional()
          .describe(
            'How you see the topic from now on (2 unmuted, 3 followed), if your settings changed it by this message.',
          ),
      },
      errors: [
        when('No channel has this name, or you may not know of it.', noSuchChannel('nonexistent')),
        when(
          'A recipient with this address does not exist, or you may not see the address.',
          invalidEmail('nobody@example.com'),
        ),
        ...sendErrors,
      ],
      handler: async (call) => {
        const { params } = call
        const toChannel = params.type === 'channel' || params.type === 'stream'
        const { id, newPolicy } = await sendMessage(
          { core, realm: call.realm, user: call.user },
          {
            to: toChannel
              ? { kind: 'channel', channel: onlyChannel(params.to), topic: params.topic }
              : { kind: 'direct', users: recipientsOf(params.to) },
            content: params.content,
            client: call.client,
            readBySender: params.read_by_sender,
            // Empty ids do not tell messages apart.
            queueId: params.queue_id || undefined,
            localId: params.local_id || undefined,
          },
        )
        return newPolicy === undefined ? { id } : { id, automatic_new_visibility_policy: newPolicy }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/messages/render',
      access: 'user',
      summary: 'Render message text to HTML',
      description:
        'Nothing is stored or sent. Mentions and links are rendered as in a message that you send.',
      params: {
        content: form(text(MAX_MESSAGE_LENGTH), {
          description: 'The text in Markdown.',
          example: 'The balcony **has** to hold.',
        }),
      },
      response: { rendered: z.string().describe('The HTML.') },
      errors: [contentTooLong],
      handler: async ({ realm, user, params }) => {
        const context = messageContext(core, realm, user)
        const { html, uploads, pages } = render(checkContentToRender(params.content), context)
        const files = uploads.length === 0 ? [] : await readableUploads(core.db, realm, user, uploads)
        const known = await loadCachedPreviews(core.db, pages)
        return { rendered: insertCachedPreviews(showPictures(html, files), pages, known) }
      },
    }),
  ] as const
}

/** A channel's name or id; clients may send it as a list of one. */
function onlyChannel(to: Named | readonly Named[]): Named {
  if (!Array.isArray(to)) return to as Named
  if (to.length !== 1) throw notOneChannel()
  return to[0] as Named
}

/** Users in a list, or e-mail addresses separated by commas. */
function recipientsOf(to: Named | readonly Named[]): readonly Named[] {
  if (Array.isArray(to)) return to as Named[]
  if (typeof to === 'number') return [to]
  return (to as string)
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '')
}
