import { checkMethod } from './allowed.ts'
import type { AuthenticationMethod, Step, StepInput, StepResult } from './method.ts'

/**
 * Runs a step of a method. Throws as the step does, and OTHER_METHOD_REQUIRED when the organization does not
 * let the person log in by this method.
 */
export async function runStep(
  method: AuthenticationMethod,
  step: Step,
  input: StepInput,
): Promise<StepResult> {
  const result = await step(input)
  if (result.kind === 'proven') checkMethod(input.core, input.realm, result.user, method.name)
  return result
}
