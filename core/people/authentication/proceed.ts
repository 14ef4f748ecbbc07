import { hasSecondFactor } from '../second-factors/factors.ts'
import type { Proof } from './method.ts'

/** Whether the person must pass a second step before a session, an API key or an app's key is given out. */
export const needsSecondStep = ({ user, factors }: Proof): boolean =>
  factors === 'one' && hasSecondFactor(user)
