import type { ItemFence, Section } from './fence.ts'

/** A block of a message. Its text is not yet parsed for inline Markdown. */
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
  /** As written after the fence; empty when missing. */
  language: string
  text: string
  /** Whether four spaces mark the code instead of a fence. The next indented block continues it. */
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
  /** Whether its paragraphs are wrapped in `<p>`. */
  loose: boolean
}

export interface Table {
  type: 'table'
  header: string[]
  alignments: Alignment[]
  rows: string[][]
}

export type Alignment = 'left' | 'center' | 'right' | undefined

/** Where the parser adds blocks, with the context of that place. */
export interface Place {
  readonly into: Block[]
  /** Number of enclosing quotes, spoilers and list items. */
  readonly depth: number
  /** Shared by the whole message. */
  readonly budget: Budget
  /** The fences in list items of the text being parsed; see `itemFenceLine`. */
  readonly itemFences: readonly ItemFence[]
  /** Parses a part between fences. */
  readonly readSection: (section: Section, place: Place) => void
  /** Parses the lines of a quote, which may contain fences. */
  readonly readQuote: ReadLines
}

export interface Budget {
  /** Table cells left. */
  tableCells: number
}

/** Parses lines without blank lines and adds the blocks to `place`. */
export type ReadLines = (lines: readonly string[], place: Place) => void
