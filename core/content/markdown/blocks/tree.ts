/** A message's blocks, before their text is read for emphasis, links and mentions. */
export type Block = Paragraph | Heading | Rule | Code | Quote | Spoiler | List | Table

export interface Paragraph {
  type: 'paragraph'
  text: string
}

export interface Heading {
  type: 'heading'
  level: number
  text: string
}

export interface Rule {
  type: 'rule'
}

export interface Code {
  type: 'code'
  /** As written after the fence; empty when none was. */
  language: string
  text: string
  /** By four spaces rather than a fence: the next indented block continues it. */
  indented: boolean
}

export interface Quote {
  type: 'quote'
  children: Block[]
}

export interface Spoiler {
  type: 'spoiler'
  header: Block[]
  children: Block[]
}

export interface List {
  type: 'list'
  ordered: boolean
  /** Number of the first item; 1 for bullets. */
  start: number
  items: Item[]
}

export interface Item {
  children: Block[]
  /** Its paragraphs have `<p>` around them. */
  loose: boolean
}

export interface Table {
  type: 'table'
  header: string[]
  alignments: Alignment[]
  rows: string[][]
}

export type Alignment = 'left' | 'center' | 'right' | undefined

/** Where a run of lines is read into, and what surrounds it. */
export interface Place {
  readonly into: Block[]
  /** Quotes, spoilers and list items around it. */
  readonly depth: number
  /** Shared by the whole message. */
  readonly budget: Budget
}

export interface Budget {
  /** Table cells that may still be made. */
  tableCells: number
}

/** Reads lines without blank lines among them into `place`. */
export type ReadLines = (lines: readonly string[], place: Place) => void
