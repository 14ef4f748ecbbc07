import { z } from 'zod'
import { onboardingStep } from '../wire/onboarding.ts'
import type { EventDeclarations } from './event.ts'

export const onboardingEvents = {
  onboarding_steps: {
    sentWhen: 'The user has seen a step, so the list of those to show is shorter.',
    receivedBy: 'The user whom the notices are for.',
    fields: {
      onboarding_steps: z
        .array(onboardingStep)
        .readonly()
        .describe('The steps that the user has not seen yet.'),
    },
  },
} as const satisfies EventDeclarations
