import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../config/limits.ts'
import { isStrongPassword } from '../../core/people/credentials/password.ts'
import { field } from './fields.ts'
import type { Html } from './html.ts'
import type { Say } from './texts/say.ts'

/** The field for a new password, named `password`. */
export const newPasswordField = (t: Say, label: string, error?: string): Html =>
  field({
    name: 'password',
    label,
    type: 'password',
    hint: t('At least {count} characters; several words are easy to remember and hard to guess.', {
      count: PASSWORD_MIN_LENGTH,
    }),
    error: error && t.of(error),
    autocomplete: 'new-password',
  })

/** Returns the error of a new password; undefined when it is good. */
export async function newPasswordFault(password: string): Promise<string | undefined> {
  const length = [...password].length
  if (length > PASSWORD_MAX_LENGTH) return `At most ${PASSWORD_MAX_LENGTH} characters.`
  if (length < PASSWORD_MIN_LENGTH) return `At least ${PASSWORD_MIN_LENGTH} characters.`
  return (await isStrongPassword(password))
    ? undefined
    : 'This password is easy to guess. Choose a longer one.'
}
