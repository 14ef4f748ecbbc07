import { ApiError } from '../../platform/errors.ts'
import { auditLogIn } from '../credentials/audit-login.ts'
import { checkMethod } from './allowed.ts'
import type { AuthenticationMethod, Step, StepInput, StepResult } from './method.ts'

/** How the audit log names a method: providers as people know them, the others by their short name. */
export const auditName = ({ isExternal, displayName, name }: AuthenticationMethod): string =>
  isExternal ? displayName : name

/**
 * Runs a step of a method. Throws as the step does, and OTHER_METHOD_REQUIRED when the organization does not
 * let the person log in by this method. The audit log gets what is refused.
 */
export async function runStep(
  method: AuthenticationMethod,
  step: Step,
  input: StepInput,
): Promise<StepResult> {
  const { core, realm, from, values } = input
  const named = auditName(method)
  const refused = (error: unknown, user = realm.users.byEmail(method.guessesAt?.(values) ?? '')): never => {
    if (error instanceof ApiError)
      auditLogIn(core, realm, from, {
        method: named,
        user: user?.isBot === false ? user.id : undefined,
        refusal: error.code,
      })
    throw error
  }
  const result = await step(input).catch((error) => refused(error))
  if (result.kind === 'redirect') return result
  try {
    checkMethod(core, realm, result.user, method.name)
  } catch (error) {
    refused(error, result.user)
  }
  return { ...result, method: named }
}
