import type { Code } from '../blocks/tree.ts'
import { escapeAttribute, escapeCode } from '../escape.ts'
import type { RenderState } from '../state.ts'
import { highlight } from './highlight.ts'
import { languageCalled, languageOfShebang } from './languages.ts'

/** A block of code, coloured when its language is known: written after the fence, the realm's, or by `#!`. */
export function codeBlock(block: Code, state: RenderState): string {
  const written = block.language || (block.indented ? '' : (state.context.defaultCodeLanguage ?? ''))
  const text = block.text.replace(/^\n+/, '').trimEnd()
  const language = written === '' ? languageOfShebang(text) : languageCalled(written)
  const grammar = language?.grammar
  const html = (grammar && highlight(text, grammar, state)) ?? escapeCode(text)
  const name = written === '' ? '' : ` data-code-language="${escapeAttribute(language?.name ?? written)}"`
  return `<div class="codehilite"${name}><pre><span></span><code>${html}\n</code></pre></div>`
}
