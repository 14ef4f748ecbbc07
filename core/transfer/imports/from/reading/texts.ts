import {
  MAX_CHANNEL_NAME_LENGTH,
  MAX_FULL_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_TOPIC_LENGTH,
  MIN_FULL_NAME_LENGTH,
} from '../../../../../config/limits.ts'
import { topicAsStored } from '../../../../content/messages/check-text.ts'
import { lookOf, withoutNeedless } from '../../../../platform/text/invisible-characters.ts'
import { note } from './note-texts.ts'
import type { Report } from './report.ts'

/** Stands for half of a character, which cannot be stored. */
const REPLACEMENT = '\ufffd'

/** Returns a text as it can be stored: without NUL, and with a replacement for each half of a character. */
export const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, REPLACEMENT)

/** Shortens a text to some code points. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const points = [...text]
  return points.length <= limit ? text : points.slice(0, limit).join('')
}

/**
 * Folds case as Postgres does in unique indexes: character by character, so that a final sigma is a letter of
 * its own.
 */
export const folded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text.toLowerCase()
    : [...text].map((letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')

/** The part of a text that a person may have as name. */
function allowedName(text: string): string {
  const clean = withoutNeedless(storable(text).replace(/[*`\\>"@\p{C}]/gu, ''))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\|(\d+)$/, ' $1')
  return shortened(clean, MAX_FULL_NAME_LENGTH).trim()
}

const isLongEnough = (name: string): boolean => [...name].length >= MIN_FULL_NAME_LENGTH

/** Text fields of one archive, as this server stores them. Each change is a line of the report. */
export class Texts {
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  content(given: unknown): string {
    const text = storable(textOf(given)).trimEnd()
    const short = shortened(text, MAX_MESSAGE_LENGTH)
    if (short !== text) {
      this.#report.changed(
        note('texts of more than {limit} characters are cut there', { limit: MAX_MESSAGE_LENGTH }),
        text,
      )
    }
    return short
  }

  topic(given: unknown): string {
    const text = storable(textOf(given))
    const clean = topicAsStored(text.replace(/[\p{Cc}\p{Cn}]+/gu, ' '))
    const short = shortened(clean, MAX_TOPIC_LENGTH).trim()
    if (short !== clean) {
      this.#report.changed(
        note('topics of more than {limit} characters are cut there', { limit: MAX_TOPIC_LENGTH }),
        clean,
      )
    }
    return short
  }

  personName(given: unknown, fallback: string): string {
    const text = storable(textOf(given)).normalize('NFC')
    // The fallback may have a user name in it.
    const kept = [text, fallback].map(allowedName).find(isLongEnough) ?? 'Somebody'
    if (kept !== text) this.#report.changed('names of people that are not allowed here', text)
    return kept
  }

  channelName(given: unknown, fallback: string): string {
    const text = storable(textOf(given)).normalize('NFC').trim()
    const name =
      shortened(withoutNeedless(text.replace(/[\p{Cc}\p{Cn}]/gu, '')), MAX_CHANNEL_NAME_LENGTH).trim() ||
      fallback
    if (name !== text) this.#report.changed('names of channels that are not allowed here', text)
    return name
  }

  /** A name of a list, such as a folder's: a line without invisible characters. */
  name(given: unknown, limit: number): string {
    const text = this.line(given, limit).normalize('NFC')
    return withoutNeedless(text.replace(/[\p{Cc}\p{Cn}]/gu, '')).trim()
  }

  /** A text of a list, such as the description of a group. */
  line(given: unknown, limit: number): string {
    return shortened(storable(textOf(given)).replace(/\s*[\r\n]+\s*/g, ' '), limit).trim()
  }

  /** A text with lines. */
  text(given: unknown, limit: number): string {
    return shortened(storable(textOf(given)), limit)
  }
}

export const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : typeof given === 'number' ? String(given) : ''

/** Makes each name look different from the former ones, without regard to case, by a number at its end. */
export class UniqueNames {
  readonly #taken = new Set<string>()
  /** The last number that each name has got. */
  readonly #numbers = new Map<string, number>()
  readonly #limit: number

  /** `limit`: the greatest length of a name. */
  constructor(limit: number) {
    this.#limit = limit
  }

  take(name: string): string {
    const wanted = keyOf(name)
    for (let n = (this.#numbers.get(wanted) ?? 0) + 1; ; n += 1) {
      const end = n === 1 ? '' : ` (${n})`
      const candidate = shortened(name, this.#limit - end.length).trimEnd() + end
      const key = keyOf(candidate)
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      this.#numbers.set(wanted, n)
      return candidate
    }
  }
}

const keyOf = (name: string): string => lookOf(folded(name))
