import { z } from 'zod'
import { unknownOnboardingStep } from '../../core/people/onboarding/errors.ts'
import { markOnboardingStepSeen } from '../../core/people/onboarding/steps.ts'
import { endpoint } from '../http/endpoint.ts'
import { form } from '../http/parameter.ts'

export function onboardingRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/onboarding_steps',
      access: 'person',
      summary: 'Mark an onboarding step as seen',
      params: { onboarding_step: form(z.string().max(100)) },
      errors: [unknownOnboardingStep('nonexistent')],
      handler: ({ caller, params }) => markOnboardingStepSeen(caller, params.onboarding_step),
    }),
  ] as const
}
