import { ApiError } from '../../platform/errors.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { auditLogIn } from '../credentials/audit-login.ts'
import { checkMethod } from './allowed.ts'
import { accountOf, factorsOf } from './external/account.ts'
import { logInExpired } from './external/errors.ts'
import { noteName, providerSession } from './external/sessions.ts'
import type { AuthenticationMethod, Identified, Step, StepInput, StepResult } from './method.ts'
import { enabledMethods } from './methods.ts'

/** How the audit log names a method: providers as people know them, the others by their short name. */
export const auditName = ({ isExternal, issuer, displayName, name }: AuthenticationMethod): string =>
  isExternal || issuer !== undefined ? displayName : name

/**
 * Runs a step of a method, and finds the account of a person whom a provider has logged in. Throws as the
 * step and `accountOf` do, OTHER_METHOD_REQUIRED when the organization does not let the person log in by this
 * method, and LOG_IN_EXPIRED when the method is off meanwhile or the log-in is a trial. The audit log gets
 * what is refused.
 */
export async function runStep(
  method: AuthenticationMethod,
  step: Step,
  input: StepInput,
): Promise<StepResult> {
  const { core, realm, from, values } = input
  const named = auditName(method)
  let user: UserRecord | undefined = realm.users.byEmail(method.guessesAt?.(values) ?? '')
  try {
    const outcome = await step(input)
    if (outcome.kind === 'redirect') return outcome
    const result = outcome.kind === 'identified' ? await provenBy(method, input, outcome) : outcome
    user = result.user
    checkMethod(core, realm, user, method)
    return { ...result, method: named }
  } catch (error) {
    if (error instanceof ApiError)
      auditLogIn(core, realm, from, {
        method: named,
        user: user?.isBot === false ? user.id : undefined,
        refusal: error.code,
      })
    throw error
  }
}

async function provenBy(
  { name }: AuthenticationMethod,
  input: StepInput,
  { person, rules, session, destination = input.destination }: Identified,
): Promise<StepResult & { kind: 'proven' }> {
  const { core, realm, language } = input
  const isOn = enabledMethods(core, realm).some((method) => method.name === name)
  if (destination.trial !== undefined || !isOn) throw logInExpired()
  const user = await accountOf(core, realm, rules, person, language)
  const { session_hours: sessionHours } = rules
  const proof = { kind: 'proven', user, factors: factorsOf(rules), destination, sessionHours } as const
  if (session === undefined) return proof
  if (session.name !== undefined) await noteName(input, name, session.name, user)
  return { ...proof, atProvider: providerSession(name, session) }
}
