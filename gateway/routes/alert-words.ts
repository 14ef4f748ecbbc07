import { z } from 'zod'
import { MAX_ALERT_WORD_LENGTH, MAX_ALERT_WORDS } from '../../config/limits.ts'
import { addAlertWords, alertWordsOf, removeAlertWords } from '../../core/messaging/alert-words/change.ts'
import { tooLong } from '../../core/platform/errors.ts'
import { endpoint } from '../http/endpoint.ts'
import { json, line } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const wordTooLong = (name: string) => tooLong(name, MAX_ALERT_WORD_LENGTH)
const word = line().refine(
  (word) => [...word].length <= MAX_ALERT_WORD_LENGTH,
  wordTooLong('{var_name}').message,
)
const alert_words = json(z.array(word).max(MAX_ALERT_WORDS))
const response = { alert_words: z.array(z.string()).readonly() }

const path = '/users/me/alert_words'
const access = 'user'

export function alertWordRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path,
      access,
      summary: 'Get your alert words',
      response,
      handler: async ({ user }) => ({ alert_words: await alertWordsOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path,
      access,
      summary: 'Add alert words',
      params: { alert_words },
      response,
      errors: [wordTooLong('alert_words[0]')],
      handler: async ({ caller, params }) => ({
        alert_words: await addAlertWords(caller, params.alert_words),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path,
      access,
      summary: 'Remove alert words',
      params: { alert_words },
      response,
      handler: async ({ caller, params }) => ({
        alert_words: await removeAlertWords(caller, params.alert_words),
      }),
    }),
  ] as const
}
