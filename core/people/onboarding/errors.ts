import { ApiError } from '../../platform/errors.ts'

export const unknownOnboardingStep = (step: string): ApiError =>
  new ApiError(`Unknown onboarding_step: ${step}`)
