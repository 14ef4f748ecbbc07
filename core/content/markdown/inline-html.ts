import type { Renderer } from 'markdown-it'
import { unescapeAll } from 'markdown-it/lib/common/utils.mjs'
import type Token from 'markdown-it/lib/token.mjs'
import { escapeAttribute, escapeText } from './rendering/escape.ts'
import type { RenderState } from './rendering/state.ts'

type Write = (token: Token, attributes: string) => string
type Rules = typeof Renderer.prototype.rules

/** HTML writers for the tokens of the inline rules. They also collect the plain words in `state.text`. */
export const inlineHtml: Rules = {
  text: writeText,
  text_entity: (tokens, index, _options, state: RenderState) => {
    const { content } = tokens[index]!
    if (!state.inLink) state.text += unescapeAll(content)
    return content
  },
  softbreak: (_tokens, _index, _options, state: RenderState) => {
    state.text += '\n'
    return '<br>\n'
  },
  link_open: (tokens, index, _options, state: RenderState, self) => {
    state.inLink = true
    return `<a${self.renderAttrs(tokens[index]!)}>`
  },
  link_close: (_tokens, _index, _options, state: RenderState) => {
    state.inLink = false
    state.text += ' '
    return '</a>'
  },
  code_inline: noWords(({ content }) => `<code>${escapeText(content)}</code>`),
  math: noWords(({ content }) => content),
  time: noWords(
    ({ content, info }) => `<time datetime="${escapeAttribute(info)}">${escapeText(content)}</time>`,
  ),
  time_error: noWords(
    ({ content }) => `<span class="timestamp-error">Invalid time format: ${escapeText(content)}</span>`,
  ),
  mention: noWords(writeSpan),
  emoji: noWords(writeSpan),
  emoji_picture: noWords((_, attributes) => `<img${attributes}>`),
  channel_link: noWords(({ content, info }, attributes) => {
    const unnamed = info === '' ? '' : `<em>${escapeText(info)}</em>`
    return `<a${attributes}>${escapeText(content)}${unnamed}</a>`
  }),
}

function writeText(tokens: readonly Token[], index: number, _options: unknown, state: RenderState): string {
  const { content } = tokens[index]!
  if (!state.inLink) state.text += content
  return escapeText(content)
}

function writeSpan({ content }: Token, attributes: string): string {
  return `<span${attributes}>${escapeText(content)}</span>`
}

/** Writes a token that contributes no words. A space in `state.text` separates the words around it. */
function noWords(write: Write): NonNullable<Rules['text']> {
  return (tokens, index, _options, state: RenderState, self) => {
    state.text += ' '
    return write(tokens[index]!, self.renderAttrs(tokens[index]!))
  }
}
