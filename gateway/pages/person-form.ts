import { MAX_FULL_NAME_LENGTH } from '../../config/limits.ts'
import { checkFullName, checkNameItself } from '../../core/people/users/name.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { TextFields } from '../http/body/text-fields.ts'
import { field } from './fields.ts'
import { type Html, html } from './html.ts'
import { newPasswordFault, newPasswordField } from './new-password.ts'
import type { Visit } from './page.ts'
import { timezoneChoice } from './timezone-choice.ts'

/** The errors of the fields of `personFields`, by their names. */
export interface PersonFaults {
  readonly full_name?: string
  readonly password?: string
}

export const hasFaults = (faults: object): boolean => Object.values(faults).some(Boolean)

/**
 * The fields for a new account: name, password and time zone. Password managers store `email` with the
 * password.
 */
export const personFields = (
  { form, t }: Pick<Visit, 'form' | 't'>,
  email: string,
  faults: PersonFaults,
): Html => html`${field({
  name: 'full_name',
  label: t('Name'),
  value: form.get('full_name'),
  hint: t('Other people will see this name.'),
  error: faults.full_name && t.of(faults.full_name),
  autocomplete: 'name',
  maxLength: MAX_FULL_NAME_LENGTH,
  hasFocus: faults.password === undefined,
})}
<input type="hidden" name="username" value="${email}">
${newPasswordField(t, t('Password'), faults.password)}
${timezoneChoice(t, form.get('timezone'))}`

/** Checks the fields by the rules of the organization or, without one, by the rules of all organizations. */
export async function personFaults(form: TextFields, realm: RealmState | undefined): Promise<PersonFaults> {
  return {
    full_name: nameFault(realm, form.get('full_name') ?? ''),
    password: await newPasswordFault(form.get('password') ?? ''),
  }
}

function nameFault(realm: RealmState | undefined, name: string): string | undefined {
  try {
    if (realm === undefined) checkNameItself(name)
    else checkFullName(realm, name)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}
