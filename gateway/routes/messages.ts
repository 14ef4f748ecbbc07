import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS, MAX_RECIPIENTS_TEXT } from '../../config/limits.ts'
import { insertCachedPreviews, loadCachedPreviews } from '../../core/content/link-previews/previews.ts'
import { messageContext } from '../../core/content/markdown/realm-context.ts'
import { render } from '../../core/content/markdown/render.ts'
import { checkContentToRender } from '../../core/content/messages/check-text.ts'
import { showPictures } from '../../core/content/uploads/pictures.ts'
import { notOneChannel } from '../../core/messaging/messages/errors.ts'
import type { Named } from '../../core/messaging/messages/recipients.ts'
import { sendMessage } from '../../core/messaging/messages/send.ts'
import { readableUploads } from '../../core/messaging/uploads/access.ts'
import { noSuchChannel } from '../../core/state/channels/errors.ts'
import { invalidEmail } from '../../core/state/users/errors.ts'
import { visibilityPolicy } from '../../core/state/wire/user-topic.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, jsonOrText, line, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

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
      params: {
        type: form(z.enum(['direct', 'channel', 'stream', 'private'])),
        to: jsonOrText(
          z.union([
            named,
            z.array(z.int()).max(MAX_DIRECT_RECIPIENTS),
            z.array(line()).max(MAX_DIRECT_RECIPIENTS),
          ]),
        ),
        content: form(text()),
        topic: form(line().optional(), { aliases: ['subject'] }),
        queue_id: form(z.string().max(100).optional()),
        local_id: form(z.string().max(100).optional()),
        read_by_sender: form(z.boolean().optional()),
      },
      response: { id: z.int(), automatic_new_visibility_policy: visibilityPolicy.optional() },
      errors: [noSuchChannel('nonexistent'), invalidEmail('nobody@example.com')],
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
            queueId: params.queue_id,
            localId: params.local_id,
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
      params: { content: form(text()) },
      response: { rendered: z.string() },
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
