import type { Core } from '../../state/core.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { otherMethodRequired } from './errors.ts'
import type { AuthenticationMethod } from './method.ts'
import { enabledMethods, type WithProviders } from './methods.ts'

/** An account, or one that somebody is about to get. */
export type Person = Pick<UserRecord, 'deliveryEmail' | 'role' | 'isBot'>

/**
 * The methods with which this person may log in: those that the organization requires, or else all. `tried`:
 * a method that counts as if it were on.
 */
export function methodsFor(
  core: Core,
  realm: WithProviders,
  user: Person,
  tried?: AuthenticationMethod,
): readonly AuthenticationMethod[] {
  const on = enabledMethods(core, realm)
  const methods = tried === undefined || on.some(({ name }) => name === tried.name) ? on : [...on, tried]
  const required = methods.filter((method) => method.isRequiredFor?.(user))
  return required.length > 0 ? required : methods
}

/** Throws OTHER_METHOD_REQUIRED unless the person may log in with the method. `isTrial`: as if it were on. */
export function checkMethod(
  core: Core,
  realm: WithProviders,
  user: UserRecord,
  method: AuthenticationMethod,
  isTrial = false,
): void {
  const methods = methodsFor(core, realm, user, isTrial ? method : undefined)
  if (methods.some(({ name }) => name === method.name)) return
  throw otherMethodRequired(
    methods.filter(({ issuer }) => issuer !== undefined).map((one) => one.displayName),
  )
}
