import { JOB_KINDS } from './kinds/jobs.ts'
import { OUTSIDE_KINDS } from './kinds/outside.ts'
import { PROCESS_KINDS } from './kinds/processes.ts'
import { SERVER_KINDS } from './kinds/servers.ts'
import { SEVERITIES, type Severity } from './kinds/severity.ts'

/** What is said about incidents of one kind. `{A|B}` in a text: A of a gateway, B of a worker. */
export interface KindTexts {
  /** The fault, as a sentence. `%s` stands for the subject. */
  readonly sentence: string
  /** The effect on people meanwhile. */
  readonly effect: string
  /** The remedy, when none of `cases` is known: a line for each step. Commands are in backticks. */
  readonly remedy: string
  /** Texts in another language are in the order of those in English. */
  readonly cases?: readonly (string | CaseTexts)[]
}

/** What is said about some of the incidents of a kind. Default: what is said about all of them. */
export interface CaseTexts {
  readonly sentence?: string
  readonly effect?: string
  readonly remedy: string
}

/** One kind of incident. */
export interface IncidentKind extends KindTexts {
  /** The usual severity. */
  readonly severity: Severity
  /** Severities that incidents of this kind may have besides, when people notice more or less of them. */
  readonly severities?: readonly Severity[]
  /** Seconds after the newest sign for which the incident lasts, unless a process says that it has ended. */
  readonly lastsSeconds: number
  /**
   * Texts by what the last reason says; the first that matches counts. `{pid}` stands for the number of the
   * process in the subject, `{unit}` for its systemd unit, `{port}` for its port, `{subject}` for the
   * subject. Other names stand for the groups of the case's `reason` and `subject` with these names.
   */
  readonly cases?: readonly IncidentCase[]
  /** The fault is a moment: without new signs it is over, though it is shown for `lastsSeconds`. */
  readonly isMoment?: true
}

/** Texts for some of the reasons of an incident. */
export interface IncidentCase extends CaseTexts {
  readonly reason: RegExp
  /** Subjects for which it counts; default: all. */
  readonly subject?: RegExp
}

const ALL = { ...SERVER_KINDS, ...PROCESS_KINDS, ...JOB_KINDS, ...OUTSIDE_KINDS }

export type IncidentName = keyof typeof ALL

/** Every kind of incident. `npm run incidents` writes them into docs/operations.md. */
export const INCIDENTS: Readonly<Record<IncidentName, IncidentKind>> = ALL

export const INCIDENT_NAMES = Object.keys(ALL) as IncidentName[]

/** All severities that incidents of a kind may have, the most severe first. */
export const severitiesOf = (name: IncidentName): Severity[] => {
  const { severity, severities = [] } = INCIDENTS[name]
  return SEVERITIES.filter((each) => each === severity || severities.includes(each))
}

/** The severity of an incident: that of its newest sign, else the usual one of its kind. */
export const severityOf = ({ name, severity }: { name: IncidentName; severity?: Severity }): Severity =>
  severity !== undefined && severitiesOf(name).includes(severity) ? severity : INCIDENTS[name].severity

/**
 * What is said about an incident with this reason and subject; the sentence still has `%s`. `texts`: those of
 * another language.
 */
export function textsOf(
  name: IncidentName,
  reason: string,
  subject: string,
  texts: KindTexts = INCIDENTS[name],
): Required<CaseTexts> {
  const { cases } = INCIDENTS[name]
  const index =
    cases?.findIndex((each) => each.reason.test(reason) && each.subject?.test(subject) !== false) ?? -1
  const found = texts.cases?.[index]
  const { sentence = texts.sentence, effect = texts.effect, remedy } = caseTexts(found ?? texts)
  const values: Readonly<Record<string, string | undefined>> = {
    subject,
    pid: /\b\d+\b/.exec(subject)?.[0],
    unit: unitOf(subject),
    port: portOf(subject),
    ...cases?.[index]?.subject?.exec(subject)?.groups,
    ...cases?.[index]?.reason.exec(reason)?.groups,
  }
  const filled = (text: string) =>
    text
      .replace(KIND_WORDS, (_, gateway: string, worker: string) => (isGateway(subject) ? gateway : worker))
      .replace(PLACES, (place, key: string) => values[key] ?? place)
  return { sentence: filled(sentence), effect: filled(effect), remedy: filled(remedy) }
}

const PLACES = /\{(\w+)\}/g
/** Words about a gateway, and about a worker. */
const KIND_WORDS = /\{((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g

const caseTexts = (texts: string | CaseTexts): CaseTexts =>
  typeof texts === 'string' ? { remedy: texts } : texts

const isGateway = (subject: string): boolean => /\bgateway\b/.test(subject)

const unitOf = (subject: string): string => {
  if (!isGateway(subject)) return 'loquat-worker@1'
  return `loquat-gateway@${portOf(subject)}`
}

const portOf = (subject: string): string => /\(port (\d+)\)/.exec(subject)?.[1] ?? '9991'

/** The remedy of an incident by its last reason. */
export const remedyOf = (name: IncidentName, reason: string, subject: string): string =>
  textsOf(name, reason, subject).remedy

/** The sentence of an incident. */
export const sentenceOf = (name: IncidentName, subject: string, reason = ''): string =>
  textsOf(name, reason, subject).sentence.replace('%s', () => subject)

/** A text of a kind, for readers who have no incident before them. */
export const ofAnySubject = (text: string): string =>
  text
    .replace('%s', '…')
    .replace(KIND_WORDS, '$1 / $2')
    .replace(PLACES, (_, key: string) => (key === 'unit' ? unitOf('') : key.toUpperCase()))

/**
 * The remedies of an incident whose reason is not known, and of its cases. A case begins with the sentence
 * and the effect that only it has.
 */
export const remediesOf = ({ remedy, cases = [] }: KindTexts): string[] => {
  const ofCases = cases.map((each) => {
    const { sentence, effect, remedy: ofCase } = caseTexts(each)
    return [sentence, effect, ofCase].filter((text) => text !== undefined).join(' ')
  })
  return [remedy, ...ofCases].map(ofAnySubject)
}
