import { z } from 'zod'

/** A notice that clients show once. */
export const onboardingStep = z
  .object({ type: z.literal('one_time_notice'), name: z.string().describe('The name of the notice.') })
  .meta({ id: 'OnboardingStep', description: 'A notice that clients show once.' })
