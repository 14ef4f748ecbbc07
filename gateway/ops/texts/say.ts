import { INCIDENTS, type IncidentName } from '../../../core/platform/incidents/catalogue.ts'
import { pageLanguage } from '../../pages/texts/language.ts'
import { type SayOf, sayIn } from '../../pages/texts/say.ts'
import { GERMAN } from './german.ts'
import { GERMAN_INCIDENTS, type IncidentTexts } from './german-incidents.ts'

/** A sentence of the operator's pages, in English. `{name}` stands for a value. */
export type OperatorSentence = keyof typeof GERMAN

/** The languages of the operator's pages. Whoever prefers another one reads English. */
export type OperatorLanguage = 'en' | 'de'

/** Says the sentences of the operator's pages in one language. */
export type OperatorSay = SayOf<OperatorSentence, OperatorLanguage>

const SAY: Readonly<Record<OperatorLanguage, OperatorSay>> = {
  en: sayIn('en', undefined),
  de: sayIn('de', GERMAN),
}

/** The language in which a browser gets the operator's pages, by its headers Accept-Language and Cookie. */
export function operatorSay(accept: string, cookie: string): OperatorSay {
  return SAY[pageLanguage({ accept, cookie }) === 'de' ? 'de' : 'en']
}

/** English, for what has no reader's language: logs, marks and metrics. */
export const inEnglish: OperatorSay = SAY.en

/** The texts of a kind of incident. */
export const incidentTexts = (name: IncidentName, t: OperatorSay): IncidentTexts =>
  t.language === 'de' ? GERMAN_INCIDENTS[name] : INCIDENTS[name]

const PROCESS = /^[Tt]he (gateway|worker) with process number (\d+) on (.*)$/s

/** The subject of an incident, as the sentence has it: a process, or a name that has no language. */
export function subjectIn(subject: string, t: OperatorSay): string {
  const [, kind, pid, host] = PROCESS.exec(subject) ?? []
  if (t.language === 'en' || kind === undefined) return subject
  return `${kind === 'gateway' ? 'Gateway' : 'Worker'} ${pid} auf ${host}`
}

/** The sentence of an incident with its subject. */
export const incidentSentence = (name: IncidentName, subject: string, t: OperatorSay): string =>
  incidentTexts(name, t).sentence.replace('%s', () => subjectIn(subject, t))
