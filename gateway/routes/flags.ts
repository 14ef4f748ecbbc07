import { z } from 'zod'
import { MAX_MESSAGES_PER_FETCH } from '../../config/limits.ts'
import { ApiError } from '../../core/errors.ts'
import type { MessageId } from '../../core/ids.ts'
import { changeFlags } from '../../core/reads/change-flags.ts'
import { flagChange } from '../../core/reads/flags.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, json, longId } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const NOT_EDITABLE = new ApiError("Flag not editable: 'mentioned'")

export function flagRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/messages/flags',
      access: 'user',
      summary: 'Add a personal flag to messages, or remove it',
      params: {
        messages: json(z.array(longId<MessageId>()).max(MAX_MESSAGES_PER_FETCH)),
        op: form(z.string()),
        flag: form(z.string()),
      },
      response: {
        messages: z.array(z.int()),
        ignored_because_not_subscribed_channels: z.array(z.int()),
      },
      errors: [new ApiError('Invalid message(s)'), NOT_EDITABLE],
      handler: async ({ realm, user, params }) => {
        const change = flagChange(params.op, params.flag)
        const { changed, notSubscribed } = await changeFlags(core, realm, user, change, params.messages)
        return { messages: changed, ignored_because_not_subscribed_channels: notSubscribed }
      },
    }),
  ]
}
