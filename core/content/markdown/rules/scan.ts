import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs'
import { type BareLink, findBareLinks } from './bare-links.ts'
import { pairBrackets } from './brackets.ts'
import { type CodeSpan, findCodeSpans } from './code-spans.ts'

/**
 * What can only be known by looking far ahead, found once per run of text in linear time so that no
 * rule searches on its own: where code spans end, which brackets match, where bare URLs stand.
 */
export interface Scan {
  /** Start of each code span to its content and end. */
  readonly codeSpans: ReadonlyMap<number, CodeSpan>
  /** Position of each `[` and `(` to that of the bracket which closes it. */
  readonly brackets: ReadonlyMap<number, number>
  /** In order of position, never overlapping. */
  readonly bareLinks: readonly BareLink[]
  /** The first bare link the text rule has not passed. */
  nextBareLink: number
  /** The first position the text rule has not passed at which another rule may begin. */
  nextBeginning: number
  /** Reading a link's text: no link, and no emphasis, begins in it. */
  inLink: boolean
}

const scans = new WeakMap<StateInline, Scan>()

export function scanOf(state: StateInline): Scan {
  let scan = scans.get(state)
  if (scan === undefined) {
    const codeSpans = findCodeSpans(state.src)
    scan = {
      codeSpans,
      brackets: pairBrackets(state.src, codeSpans),
      bareLinks: findBareLinks(state.src),
      nextBareLink: 0,
      nextBeginning: -1,
      inLink: false,
    }
    scans.set(state, scan)
  }
  return scan
}
