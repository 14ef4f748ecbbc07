import katex from 'katex'
import { escapeText } from './escape.ts'
import type { RenderState } from './state.ts'

/**
 * A formula in TeX as KaTeX writes it: MathML, and HTML that existing clients have the style sheet
 * for: its version is pinned, as later ones write other class names and other last decimals. What is
 * wrong, or more than a message may hold, is shown as it was written.
 */
export function formulaInText(tex: string, state: RenderState): string {
  return typeset(tex, false, state) ?? texError(`$$${tex}$$`)
}

/** The formulas of a math block, which a blank line separates. */
export function formulaBlock(text: string, state: RenderState): string {
  const formulas = text.split('\n\n').map((tex) => typeset(tex, true, state) ?? texError(tex))
  return `<p>${formulas.join('\n\n')}</p>`
}

const texError = (text: string): string => `<span class="tex-error">${escapeText(text)}</span>`

function typeset(tex: string, displayMode: boolean, state: RenderState): string | undefined {
  const definesMacros = definition.test(tex)
  const cost = formulaCost + tex.length + dearCost * (tex.match(dear)?.length ?? 0)
  state.mathLeft -= definesMacros ? cost + macroTokens : cost
  if (state.mathLeft < 0) return undefined
  const { warn } = console
  try {
    // KaTeX warns there of every character it has no measures of, which is whatever someone typed.
    console.warn = () => {}
    return katex.renderToString(tex, {
      displayMode,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize,
      maxExpand: definesMacros ? macroTokens / tex.length : maxExpand,
    })
  } catch {
    return undefined
  } finally {
    console.warn = warn
  }
}

/**
 * Macros of one's own multiply. One expansion makes at most as many tokens as the formula is long, so
 * that bounding their number bounds what the formula grows to.
 */
const definition = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|let|futurelet)/
const macroTokens = 1_500

/** What a formula costs beside its length, and what a character that takes boxes of its own does. */
const formulaCost = 10
const dear = /['&^_\u0080-\uffff]/g
const dearCost = 3

/** In em: nothing stands further than this from its place. */
const maxSize = 20
const maxExpand = 1_000
