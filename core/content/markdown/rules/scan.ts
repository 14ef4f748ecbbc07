import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs'
import { type BareLink, findBareLinks } from './bare-links.ts'
import { pairBrackets } from './brackets.ts'
import { type CodeSpan, findCodeSpans } from './code-spans.ts'

/**
 * Results of one linear pass over a run of text: code spans, bracket pairs and bare links. Rules read them
 * instead of searching ahead themselves, so the total time stays linear.
 */
export interface Scan {
  /** Code spans by their start. */
  readonly codeSpans: ReadonlyMap<number, CodeSpan>
  /** Maps the position of each `[` and `(` to the position of its closing bracket. */
  readonly brackets: ReadonlyMap<number, number>
  /** In order of position, never overlapping. */
  readonly bareLinks: readonly BareLink[]
  /** Index of the first bare link at or after the position of the text rule. */
  nextBareLink: number
  /** First position at which another rule may begin. It is not before the position of the text rule. */
  nextBeginning: number
  /** Whether the parser is inside a link's text, where links and emphasis do not apply. */
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
