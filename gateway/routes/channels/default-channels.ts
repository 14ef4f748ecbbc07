import { setDefaultChannel } from '../../../core/channels/defaults/default-channels.ts'
import { privateDefault } from '../../../core/channels/errors.ts'
import type { ChannelId } from '../../../core/platform/ids.ts'
import { invalidChannelId } from '../../../core/state/channels/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { id, json } from '../../http/endpoint/parameter.ts'
import { unseenChannel } from '../../wire/shared-errors.ts'

const params = {
  stream_id: json(id<ChannelId>(), { description: 'The id of the channel.', example: 42 }),
}
const EVENT = 'Everyone but guests gets a `default_streams` event.'

export function defaultChannelRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/default_streams',
      access: 'administrator',
      summary: 'Add a default channel for new users',
      description: `New users except guests are subscribed to it; the subscriptions of others do not change. It leaves the default channel groups. ${EVENT}`,
      params,
      errors: [
        when('The channel does not exist or is archived, or you may not know of it.', invalidChannelId()),
        when('The channel is private.', privateDefault()),
      ],
      handler: ({ caller, params }) => setDefaultChannel(caller, params.stream_id, true),
    }),
    endpoint({
      method: 'DELETE',
      path: '/default_streams',
      access: 'administrator',
      summary: 'Remove a default channel for new users',
      description: `Nobody is unsubscribed. ${EVENT}`,
      params,
      errors: [unseenChannel],
      handler: ({ caller, params }) => setDefaultChannel(caller, params.stream_id, false),
    }),
  ] as const
}
