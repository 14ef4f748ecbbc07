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
  /** The remedy, when none of `cases` is known. Commands are in backticks. */
  readonly remedy: string
  /**
   * Remedies by what the last reason says; the first that matches counts. `{pid}` stands for the number of
   * the process in the subject, `{unit}` for its systemd unit, `{subject}` for the subject. Other names stand
   * for the groups of the case's `reason` and `subject` with these names.
   */
  readonly cases?: readonly RemedyCase[]
  /** The fault is a moment: without new signs it is over, though it is shown for `lastsSeconds`. */
  readonly isMoment?: true
}

/** A remedy for some of the reasons of an incident. */
export interface RemedyCase {
  readonly reason: RegExp
  /** Subjects for which it counts; default: all. */
  readonly subject?: RegExp
  readonly remedy: string
}

const ALL = { ...SERVER_KINDS, ...PROCESS_KINDS, ...JOB_KINDS, ...OUTSIDE_KINDS }

export type IncidentName = keyof typeof ALL

/** Every kind of incident. `npm run incidents` writes them into docs/operations.md. */
export const INCIDENTS: Readonly<Record<IncidentName, IncidentKind>> = ALL

export const INCIDENT_NAMES = Object.keys(ALL) as IncidentName[]

/**
 * The remedy of an incident by its last reason. `texts`: remedies in another language, their cases in the
 * order of those here.
 */
export function remedyOf(
  name: IncidentName,
  reason: string,
  subject: string,
  texts: RemedyTexts = INCIDENTS[name],
): string {
  const index =
    INCIDENTS[name].cases?.findIndex(
      (each) => each.reason.test(reason) && each.subject?.test(subject) !== false,
    ) ?? -1
  const found = texts.cases?.[index]
  const remedy = found === undefined ? texts.remedy : typeof found === 'string' ? found : found.remedy
  const values: Readonly<Record<string, string | undefined>> = {
    subject,
    pid: /\b\d+\b/.exec(subject)?.[0],
    unit: unitOf(subject),
    ...INCIDENTS[name].cases?.[index]?.subject?.exec(subject)?.groups,
    ...INCIDENTS[name].cases?.[index]?.reason.exec(reason)?.groups,
  }
  return remedy.replace(/\{(\w+)\}/g, (place, key: string) => values[key] ?? place)
}

const unitOf = (subject: string): string =>
  /\bgateway\b/.test(subject) ? 'loquat-gateway@9991' : 'loquat-worker@1'

/** The remedies of an incident whose reason is not known, and of its cases. */
export const remediesOf = ({ remedy, cases = [] }: RemedyTexts): string[] =>
  [remedy, ...cases.map((each) => (typeof each === 'string' ? each : each.remedy))].map((text) =>
    text.replace(/\{(\w+)\}/g, (_, key: string) => (key === 'unit' ? unitOf('') : key.toUpperCase())),
  )

/** The remedies of one kind of incident. */
export interface RemedyTexts {
  readonly remedy: string
  readonly cases?: readonly (RemedyCase | string)[]
}

/** The sentence of an incident. */
export const sentenceOf = (name: IncidentName, subject: string): string =>
  INCIDENTS[name].sentence.replace('%s', () => subject)
