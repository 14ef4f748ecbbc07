import { ERRORS } from '../../../core/platform/text/errors/in-language.ts'
import { LANGUAGES } from '../../../core/platform/text/languages.ts'
import { PLACES } from '../../../core/platform/text/sentence-pattern.ts'
import { type Catalogue, fill, translator } from '../../../core/platform/text/translate.ts'
import { type Html, html, type Part } from '../html.ts'
import { ARABIC } from './arabic.ts'
import { CHINESE } from './chinese.ts'
import { FRENCH } from './french.ts'
import { GERMAN } from './german.ts'
import { JAPANESE } from './japanese.ts'
import type { PageLanguage } from './language.ts'
import { SPANISH } from './spanish.ts'

/** A sentence of the pages, in English. `{name}` stands for a value. The catalogues have it as their key. */
export type Sentence = keyof typeof GERMAN

type Values = Readonly<Record<string, string | number>>

/** Says the sentences of a catalogue in one language. */
export interface SayOf<S extends string, L extends PageLanguage = PageLanguage> {
  readonly language: L
  (sentence: S, values?: Values): string
  /** As HTML, for values with markup. */
  html(sentence: S, values: Readonly<Record<string, Part>>): Html
  /** A text of the server that pages show, such as the message of an error. Unknown ones stay English. */
  of(text: string): string
}

/** Says sentences in the language of a page. */
export type Say = SayOf<Sentence>

/** The catalogues by their languages. English needs none. */
export const CATALOGUES: Readonly<Record<Exclude<PageLanguage, 'en'>, Readonly<Record<string, string>>>> = {
  de: { ...ERRORS.de, ...GERMAN },
  es: { ...ERRORS.es, ...SPANISH },
  fr: { ...ERRORS.fr, ...FRENCH },
  ar: { ...ERRORS.ar, ...ARABIC },
  ja: { ...ERRORS.ja, ...JAPANESE },
  'zh-hans': { ...ERRORS['zh-hans'], ...CHINESE },
}

/** The text with HTML in its places. */
function fillHtml(text: string, values: Readonly<Record<string, Part>>): Html {
  const parts = text.split(PLACES)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : values[part]))}`
}

/** Says the sentences of a catalogue, whose keys are the English ones; without one, in English. */
export function sayIn<S extends string, L extends PageLanguage>(
  language: L,
  catalogue: Catalogue | undefined,
): SayOf<S, L> {
  const known = (sentence: string) => catalogue?.[sentence] ?? sentence
  return Object.assign((sentence: S, values: Values = {}) => fill(known(sentence), values), {
    language,
    html: (sentence: S, values: Readonly<Record<string, Part>>) => fillHtml(known(sentence), values),
    of: catalogue === undefined ? (text: string) => text : translator(catalogue),
  })
}

const SAY = Object.fromEntries(
  (Object.keys(LANGUAGES) as PageLanguage[]).map((language) => [
    language,
    sayIn<Sentence, PageLanguage>(language, language === 'en' ? undefined : CATALOGUES[language]),
  ]),
) as Readonly<Record<PageLanguage, Say>>

/** Says the sentences of pages in a language. */
export const say = (language: PageLanguage): Say => SAY[language]

/** The link at the end of pages after which the visitor logs in. */
export const logInLink = (t: Say): Html => html`<p><a href="/login">${t('Log in')}</a></p>`
