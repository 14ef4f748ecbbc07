import { highlight } from '../code/highlight.ts'
import { findLanguage, languageOfColons, languageOfShebang } from '../code/languages.ts'
import { escapeAttribute, escapeCode } from '../rendering/escape.ts'
import type { RenderState } from '../rendering/state.ts'
import type { Code } from './tree.ts'

/**
 * Renders a code block, highlighted in the language of its fence, of `:::` or `#!` in its first line, or of
 * the realm.
 */
export function codeBlock(block: Code, state: RenderState): string {
  const written = block.language || (block.indented ? '' : (state.context.defaultCodeLanguage ?? ''))
  const whole = block.text.replace(/^\n+/, '').trimEnd()
  const colons = written === '' ? languageOfColons(whole) : undefined
  const text = colons?.code ?? whole
  const language = colons?.language ?? (written === '' ? languageOfShebang(text) : findLanguage(written))
  const grammar = language?.grammar
  const html = (grammar && highlight(text, grammar, state)) ?? escapeCode(text)
  const name = written === '' ? '' : ` data-code-language="${escapeAttribute(language?.name ?? written)}"`
  return `<div class="codehilite"${name}><pre><span></span><code>${html}\n</code></pre></div>`
}
