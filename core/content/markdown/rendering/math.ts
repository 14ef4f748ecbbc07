import { createRequire } from 'node:module'
import { escapeText } from './escape.ts'
import type { RenderState } from './state.ts'

const require = createRequire(import.meta.url)
let katex: typeof import('katex').default | undefined

/**
 * Renders a TeX formula with KaTeX as MathML and HTML. KaTeX's version is pinned because existing clients
 * have its style sheet, and later versions write other class names and decimals. A formula that is invalid or
 * exceeds the message's limit is shown as source.
 */
export function formulaInText(tex: string, state: RenderState): string {
  return typeset(tex, false, state) ?? texError(`$$${tex}$$`)
}

/** Renders a math block. Blank lines separate its formulas. */
export function formulaBlock(text: string, state: RenderState): string {
  const formulas = text.split('\n\n').map((tex) => typeset(tex, true, state) ?? texError(tex))
  return `<p>${formulas.join('\n\n')}</p>`
}

const texError = (text: string): string => `<span class="tex-error">${escapeText(text)}</span>`

function typeset(tex: string, displayMode: boolean, state: RenderState): string | undefined {
  const definesMacros = definition.test(tex)
  const cost = formulaCost + tex.length + expensiveCost * (tex.match(expensive)?.length ?? 0)
  state.mathLeft -= definesMacros ? cost + macroTokens : cost
  if (state.mathLeft < 0) return undefined
  // Loaded at the first formula, in 20 ms, because it takes 4 MiB of memory.
  katex ??= require('katex') as typeof import('katex').default
  const { warn } = console
  try {
    // KaTeX warns on the console about each character without font metrics; users can type any.
    console.warn = () => {}
    const html = katex.renderToString(tex, {
      displayMode,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize,
      maxExpand: definesMacros ? macroTokens / tex.length : maxExpand,
    })
    return isTooLarge(html) ? undefined : html
  } catch {
    return undefined
  } finally {
    console.warn = warn
  }
}

/**
 * Commands that define macros. One expansion produces at most as many tokens as the formula has characters,
 * so a limit on the number of expansions limits the size of the expanded formula.
 */
const definition = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|let|futurelet)/
const macroTokens = 1_500

/** The cost of a formula beyond its length, and the extra cost of characters that need separate boxes. */
const formulaCost = 10
const expensive = /['&^_\u0080-\uffff]/g
const expensiveCost = 3

/** Greatest size and shift of an element, in em. Those of nested elements add up. */
const maxSize = 20
/** Greatest of these sums, in em: more than the rows of any formula that people read. */
const maxSum = 100
const isTooLarge = (html: string): boolean => {
  for (const [, length] of html.matchAll(/:-?(\d{3,}(?:\.\d+)?)em/g)) if (Number(length) > maxSum) return true
  return false
}
const maxExpand = 1_000
