import type { Code } from '../blocks/tree.ts'
import { escapeAttribute, escapeCode } from '../escape.ts'
import type { RenderState } from '../state.ts'
import { highlight } from './highlight.ts'
import { languageCalled, languageOfColons, languageOfShebang } from './languages.ts'

/** A block of code, coloured when its language is known: written after the fence, the realm's, or by `#!`. */
export function codeBlock(block: Code, state: RenderState): string {
  const written = block.language || (block.indented ? '' : (state.context.defaultCodeLanguage ?? ''))
  const whole = block.text.replace(/^\n+/, '').trimEnd()
  const colons = written === '' ? languageOfColons(whole) : undefined
  const text = colons?.code ?? whole
  const language = colons?.language ?? (written === '' ? languageOfShebang(text) : languageCalled(written))
  const grammar = language?.grammar
  const html = (grammar && highlight(text, grammar, state)) ?? escapeCode(text)
  const name = written === '' ? '' : ` data-code-language="${escapeAttribute(language?.name ?? written)}"`
  return `<div class="codehilite"${name}><pre><span></span><code>${html}\n</code></pre></div>`
}
