import { MAX_MOVE_IN_REPORT_LINES } from '../../../../../config/limits.ts'
import { englishOf, type Kind, type Note, type NoteText, type NoteValues } from './note-texts.ts'

/** How many things of a kind an archive has, and how many of them the import keeps. */
export interface ReportCount {
  readonly what: string
  readonly found: number
  readonly kept: number
}

/** Something that the import changes or leaves out. */
export interface ReportNote {
  readonly action: 'changed' | 'left out'
  /** A short sentence in English, without its full stop. */
  readonly text: string
  /** The sentence with places, and their values; absent for a sentence without places. */
  readonly template?: NoteText
  readonly values?: NoteValues
  readonly count: number
  /** The first example. */
  readonly example?: string
}

/** The report of an import, as the command and the page show it. */
export interface ReportData {
  readonly product: string
  readonly counts: readonly ReportCount[]
  readonly notes: readonly ReportNote[]
}

const OTHERS: Note = 'other things'
const MAX_EXAMPLE_LENGTH = 100

/** Collects the records that an import finds, keeps, changes and leaves out. Its size is bounded. */
export class Report {
  readonly #product: string
  readonly #counts = new Map<Kind, { found: number; kept: number }>()
  readonly #notes = new Map<string, { -readonly [K in keyof ReportNote]: ReportNote[K] }>()

  constructor(product: string) {
    this.#product = product
  }

  found(what: Kind, count = 1): void {
    this.#countOf(what).found += count
  }

  kept(what: Kind, count = 1): void {
    this.#countOf(what).kept += count
  }

  changed(text: Note, example?: string, count = 1): void {
    this.#note('changed', text, example, count)
  }

  leftOut(text: Note, example?: string, count = 1): void {
    this.#note('left out', text, example, count)
  }

  get data(): ReportData {
    return {
      product: this.#product,
      counts: [...this.#counts].map(([what, count]) => ({ what, ...count })),
      notes: [...this.#notes.values()],
    }
  }

  #countOf(what: Kind) {
    let count = this.#counts.get(what)
    if (count === undefined) {
      count = { found: 0, kept: 0 }
      this.#counts.set(what, count)
    }
    return count
  }

  #note(action: ReportNote['action'], given: Note, example: string | undefined, count: number): void {
    const text = englishOf(given)
    const key = `${action} ${text}`
    const known = this.#notes.get(key)
    if (known !== undefined) {
      known.count += count
      return
    }
    if (this.#notes.size >= MAX_MOVE_IN_REPORT_LINES && text !== OTHERS) {
      this.#note(action, OTHERS, undefined, count)
      return
    }
    const shownExample = example?.replace(/[\p{C}\s]+/gu, ' ').slice(0, MAX_EXAMPLE_LENGTH)
    this.#notes.set(key, {
      ...{ action, text, count },
      ...(typeof given !== 'string' && given),
      ...(shownExample ? { example: shownExample } : {}),
    })
  }
}
