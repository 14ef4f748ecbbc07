import { z } from 'zod'
import { MAX_MESSAGE_LENGTH } from '../../config/limits.ts'
import { invalidMessages } from '../../core/messaging/messages/errors.ts'
import { addSubmessage } from '../../core/messaging/submessages/add.ts'
import { cannotAttachSubmessage, submessageNotJson } from '../../core/messaging/submessages/errors.ts'
import type { MessageId } from '../../core/platform/ids.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, longId } from '../http/parameter.ts'

export function submessageRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/submessage',
      access: 'user',
      summary: 'Add data to a widget, such as a vote in a poll or a change of a to-do list',
      params: {
        message_id: form(longId<MessageId>()),
        msg_type: form(z.enum(['widget'])),
        content: form(z.string().max(MAX_MESSAGE_LENGTH)),
      },
      errors: [invalidMessages(), cannotAttachSubmessage(), submessageNotJson()],
      handler: ({ caller, params }) =>
        addSubmessage(caller, {
          message: params.message_id,
          type: params.msg_type,
          content: params.content,
        }),
    }),
  ] as const
}
