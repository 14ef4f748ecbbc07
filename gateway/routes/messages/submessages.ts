import { z } from 'zod'
import { MAX_MESSAGE_LENGTH } from '../../../config/limits.ts'
import { addSubmessage } from '../../../core/messaging/submessages/add.ts'
import {
  cannotAttachSubmessage,
  submessageNotJson,
  tooManySubmessages,
} from '../../../core/messaging/submessages/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form } from '../../http/endpoint/parameter.ts'
import { unreadableMessage } from '../../wire/shared-errors.ts'
import { messageInForm } from '../../wire/shared-parameters.ts'

export function submessageRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/submessage',
      access: 'user',
      summary: 'Add data to a widget, such as a vote in a poll or a change of a to-do list',
      description:
        'Everyone who may read a widget can add data to it; only the sender of a message can make it a widget. Readers of the message get the event `submessage`. You may follow the topic from now on, as your settings say.',
      params: {
        message_id: messageInForm,
        msg_type: form(z.enum(['widget']), {
          description: 'The kind of data: always `widget`.',
          example: 'widget',
        }),
        content: form(z.string().max(MAX_MESSAGE_LENGTH), {
          description: 'The data as JSON text, which only clients interpret.',
          example: '{"type":"vote","key":"canned,0","vote":1}',
        }),
      },
      errors: [
        unreadableMessage,
        when('The message is no widget, and you did not send it.', cannotAttachSubmessage()),
        when('The content is not JSON.', submessageNotJson()),
        when('You have added the maximum of data to the message.', tooManySubmessages()),
      ],
      handler: ({ caller, params }) =>
        addSubmessage(caller, {
          message: params.message_id,
          type: params.msg_type,
          content: params.content,
        }),
    }),
  ] as const
}
