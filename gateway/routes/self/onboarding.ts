import { z } from 'zod'
import { unknownOnboardingStep } from '../../../core/people/onboarding/errors.ts'
import { markOnboardingStepSeen } from '../../../core/people/onboarding/steps.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form } from '../../http/endpoint/parameter.ts'

export function onboardingRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/onboarding_steps',
      access: 'person',
      summary: 'Mark an onboarding step as seen',
      description:
        'A step is a notice that clients show once. The steps that you have not seen are in `onboarding_steps` of `POST /register`. Your clients get the event `onboarding_steps`, unless the step was marked before.',
      since: 233,
      params: {
        onboarding_step: form(z.string().max(100), {
          description: 'The name of the step.',
          example: 'intro_inbox_view_modal',
        }),
      },
      errors: [when('There is no such step.', unknownOnboardingStep('nonexistent'))],
      handler: ({ caller, params }) => markOnboardingStepSeen(caller, params.onboarding_step),
    }),
  ] as const
}
