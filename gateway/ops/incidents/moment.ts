import { INCIDENTS } from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'

/** A fault whose newest sign is older may be over. */
export const QUIET_MS = 30_000

/** Whether an incident that is a moment has had no sign for a while. */
export const isMomentOver = ({ name, lastAt }: Pick<Incident, 'name' | 'lastAt'>, at: number): boolean =>
  INCIDENTS[name].isMoment === true && at - lastAt > QUIET_MS
