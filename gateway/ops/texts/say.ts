import {
  INCIDENTS,
  type IncidentName,
  type KindTexts,
  textsOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import { translator } from '../../../core/platform/text/translate.ts'
import { pageLanguage } from '../../pages/texts/language.ts'
import { type SayOf, sayIn } from '../../pages/texts/say.ts'
import { GERMAN } from './german.ts'
import { GERMAN_INCIDENTS } from './german-incidents.ts'
import { GERMAN_REASONS } from './german-reasons.ts'

/** A sentence of the operator's pages, in English. `{name}` stands for a value. */
export type OperatorSentence = keyof typeof GERMAN

/** The languages of the operator's pages. Whoever prefers another one reads English. */
export type OperatorLanguage = 'en' | 'de'

/** Says the sentences of the operator's pages in one language. */
export type OperatorSay = SayOf<OperatorSentence, OperatorLanguage>

const SAY: Readonly<Record<OperatorLanguage, OperatorSay>> = {
  en: sayIn('en', undefined),
  de: Object.assign(sayIn<OperatorSentence, 'de'>('de', GERMAN), { of: translator(GERMAN_REASONS) }),
}

/** The language in which a browser gets the operator's pages, by its headers Accept-Language and Cookie. */
export function operatorSay(accept: string, cookie: string): OperatorSay {
  return SAY[pageLanguage({ accept, cookie }) === 'de' ? 'de' : 'en']
}

/** English, for what has no reader's language: logs, marks and metrics. */
export const inEnglish: OperatorSay = SAY.en

/** The texts of a kind of incident. */
export const kindTexts = (name: IncidentName, t: OperatorSay): KindTexts =>
  t.language === 'de' ? GERMAN_INCIDENTS[name] : INCIDENTS[name]

const PROCESS = /^[Tt]he (gateway|worker) with process number (\d+) on (.*)$/s

/** The subject of an incident, as the sentence has it: a process, or a name that has no language. */
export function subjectIn(subject: string, t: OperatorSay): string {
  const [, kind, pid, host] = PROCESS.exec(subject) ?? []
  if (t.language === 'en' || kind === undefined) return subject
  return `${kind === 'gateway' ? 'Gateway' : 'Worker'} ${pid} auf ${host!.replace('(port ', '(Port ')}`
}

/** What is said about an incident, the sentence with its subject. */
export function incidentTexts(
  { name, reason, subject }: Pick<Incident, 'name' | 'reason' | 'subject'>,
  t: OperatorSay,
) {
  const { sentence, ...texts } = textsOf(name, reason, subject, kindTexts(name, t))
  return { ...texts, sentence: sentence.replace('%s', () => subjectIn(subject, t)) }
}
