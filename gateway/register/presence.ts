import { z } from 'zod'
import { MAX_USERS_FOR_PRESENCE_EVENTS } from '../../config/limits.ts'
import { visibleUsersFilter } from '../../core/state/users/permissions.ts'
import { presences } from '../../core/state/wire/presence.ts'
import { JsonText } from '../http/json-text.ts'
import { slice } from './slice.ts'

/** When users were last active. Presence is not part of the snapshot, so events older than this state may follow. */
export const presence = slice({
  selectedBy: 'presence',
  response: {
    presences,
    presence_last_update_id: z.int().describe('Send it as `last_update_id` of `POST /users/me/presence`.'),
    server_timestamp: z.number().describe('The time of the server in Unix seconds, with fractions.'),
  },
  read: ({ presence, request, view, user }) => {
    const userCount = view.users.size
    return async () => {
      await presence.refresh()
      const { presences, lastUpdateId } = presence.answers.answer({
        isSlim: request.slimPresence,
        historyDays: request.presenceHistoryLimitDays,
        sees: visibleUsersFilter(view, user),
        isExact: userCount <= MAX_USERS_FOR_PRESENCE_EVENTS,
      })
      return {
        presences: new JsonText([presences]),
        presence_last_update_id: lastUpdateId,
        server_timestamp: Date.now() / 1000,
      }
    }
  },
})
