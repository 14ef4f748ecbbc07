import { JOB_KINDS } from './kinds/jobs.ts'
import { OUTSIDE_KINDS } from './kinds/outside.ts'
import { PROCESS_KINDS } from './kinds/processes.ts'
import { SERVER_KINDS } from './kinds/servers.ts'
import type { Severity } from './kinds/severity.ts'

/** One kind of incident. */
export interface IncidentKind {
  readonly severity: Severity
  /** Seconds after the newest sign for which the incident lasts, unless a process says that it has ended. */
  readonly lastsSeconds: number
  /** The fault, as a sentence. `%s` stands for the subject. */
  readonly sentence: string
  /** The effect on people meanwhile. */
  readonly effect: string
  /** The remedy. */
  readonly remedy: string
}

const ALL = { ...SERVER_KINDS, ...PROCESS_KINDS, ...JOB_KINDS, ...OUTSIDE_KINDS }

export type IncidentName = keyof typeof ALL

/** Every kind of incident. `npm run incidents` writes them into docs/operations.md. */
export const INCIDENTS: Readonly<Record<IncidentName, IncidentKind>> = ALL

export const INCIDENT_NAMES = Object.keys(ALL) as IncidentName[]

/** The sentence of an incident. */
export const sentenceOf = (name: IncidentName, subject: string): string =>
  INCIDENTS[name].sentence.replace('%s', () => subject)
