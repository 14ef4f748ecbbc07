import { z } from 'zod'
import { MAX_USERS_FOR_PRESENCE_EVENTS } from '../../config/limits.ts'
import type { PresenceAnswer } from '../../core/people/presence/answers.ts'
import { visibleUsersFilter } from '../../core/state/access/visible-users.ts'
import { presences } from '../../core/state/wire/presence.ts'
import { JsonText } from '../http/reply/json-text.ts'
import { SharedText } from '../http/reply/shared-text.ts'
import { slice } from './slice.ts'

/**
 * When users were last active. Presence is not part of the snapshot, so events older than this state may
 * follow.
 */
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
      const answer = presence.answers.answer({
        isSlim: request.slimPresence,
        historyDays: request.presenceHistoryLimitDays,
        sees: visibleUsersFilter(view, user),
        isExact: userCount <= MAX_USERS_FOR_PRESENCE_EVENTS,
      })
      return {
        presences: new JsonText([textOf(answer)]),
        presence_last_update_id: answer.lastUpdateId,
        server_timestamp: Date.now() / 1000,
      }
    }
  },
})

const texts = new WeakMap<PresenceAnswer, SharedText>()

/** An answer that several clients share is encoded and compressed once. */
function textOf(answer: PresenceAnswer): string | SharedText {
  if (!answer.isShared) return answer.presences
  const text = texts.get(answer) ?? new SharedText(answer.presences)
  texts.set(answer, text)
  return text
}
