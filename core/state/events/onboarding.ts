import { z } from 'zod'
import { onboardingStep } from '../wire/onboarding.ts'
import type { EventDeclarations } from './event.ts'

export const onboardingEvents = {
  onboarding_steps: {
    receivedBy: 'The user whom the notices are for.',
    fields: { onboarding_steps: z.array(onboardingStep).readonly() },
  },
} as const satisfies EventDeclarations
