import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const OnboardingStepSeen = defineEntity({
  name: 'OnboardingStepSeen',
  tableName: 'onboarding_step_seen',
  comment: 'A notice that is shown once and that a user has seen.',
  properties: {
    userId: reference('User').primary(),
    step: p.text().primary(),
  },
})
