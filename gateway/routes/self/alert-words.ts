import { z } from 'zod'
import { MAX_ALERT_WORD_LENGTH, MAX_ALERT_WORDS } from '../../../config/limits.ts'
import { addAlertWords, alertWordsOf, removeAlertWords } from '../../../core/messaging/alert-words/change.ts'
import { tooManyAlertWords } from '../../../core/messaging/alert-words/errors.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json, line } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

const wordTooLong = (name: string) => tooLong(name, MAX_ALERT_WORD_LENGTH)
// A character has at most two UTF-16 code units: those of a very long text are not counted one by one.
const word = line().refine(
  (word) => word.length <= 2 * MAX_ALERT_WORD_LENGTH && [...word].length <= MAX_ALERT_WORD_LENGTH,
  wordTooLong('{var_name}').message,
)
const words = z.array(word).max(MAX_ALERT_WORDS)
const response = {
  alert_words: z
    .array(z.string())
    .readonly()
    .describe('All of your alert words, in the order in which they were added.'),
}

const path = '/users/me/alert_words'
const access = 'user'

export function alertWordRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path,
      access,
      summary: 'Get your alert words',
      description: 'A message that contains one of your alert words has the flag `has_alert_word` for you.',
      response,
      handler: async ({ user }) => ({ alert_words: await alertWordsOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path,
      access,
      summary: 'Add alert words',
      description: `Blank words and words that you have already, in upper or lower case, are ignored. You may have ${MAX_ALERT_WORDS} alert words. If there are new ones, your clients get an \`alert_words\` event.`,
      params: {
        alert_words: json(words, {
          description: 'The words or phrases to add.',
          example: ['rehearsal', 'stage door'],
        }),
      },
      response,
      errors: [
        when('A word is too long.', wordTooLong('alert_words[0]')),
        when('You would have too many alert words.', tooManyAlertWords()),
      ],
      handler: async ({ caller, params }) => ({
        alert_words: await addAlertWords(caller, params.alert_words),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path,
      access,
      summary: 'Remove alert words',
      description:
        'Words that you do not have are ignored. If a word is removed, your clients get an `alert_words` event.',
      params: {
        alert_words: json(words, {
          description: 'The words or phrases to remove, in upper or lower case.',
          example: ['rehearsal'],
        }),
      },
      response,
      errors: [when('A word is too long.', wordTooLong('alert_words[0]'))],
      handler: async ({ caller, params }) => ({
        alert_words: await removeAlertWords(caller, params.alert_words),
      }),
    }),
  ] as const
}
