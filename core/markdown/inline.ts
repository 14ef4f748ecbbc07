import MarkdownIt from 'markdown-it'
import { escapeAttribute, escapeText } from './escape.ts'
import { autolink } from './rules/autolink.ts'
import { channel } from './rules/channel.ts'
import { code } from './rules/code.ts'
import { emoji, emoticon } from './rules/emoji.ts'
import { emphasis, pairEmphasis } from './rules/emphasis.ts'
import { link } from './rules/link.ts'
import { linkify } from './rules/linkifiers.ts'
import { math } from './rules/math.ts'
import { mention } from './rules/mention.ts'
import { newline } from './rules/newline.ts'
import { text } from './rules/text.ts'
import { timestamp } from './rules/timestamp.ts'
import type { RenderState } from './state.ts'

/**
 * Reads the text of one block and writes it as HTML; what it finds goes into `state`.
 *
 * The rules are our own but for entities, so none of them passes HTML through or searches ahead
 * without bound. They are tried in order where `text` stops.
 */
export function renderInline(source: string, state: RenderState): string {
  return markdown.renderInline(source, state)
}

const markdown = new MarkdownIt('zero', { html: false })

markdown.core.ruler.enableOnly(['block', 'inline'])
markdown.inline.ruler.enableOnly(['entity'])
markdown.inline.ruler.before('entity', 'dialect_text', text)
markdown.inline.ruler.before('entity', 'dialect_newline', newline)
markdown.inline.ruler.before('entity', 'dialect_code', code)
markdown.inline.ruler.before('entity', 'mention', mention)
markdown.inline.ruler.before('entity', 'math', math)
markdown.inline.ruler.before('entity', 'channel', channel)
markdown.inline.ruler.before('entity', 'timestamp', timestamp)
markdown.inline.ruler.before('entity', 'dialect_link', link)
markdown.inline.ruler.before('entity', 'dialect_autolink', autolink)
markdown.inline.ruler.before('entity', 'emoji', emoji)
markdown.inline.ruler.before('entity', 'emoticon', emoticon)
markdown.inline.ruler.before('entity', 'dialect_emphasis', emphasis)
markdown.inline.ruler2.enableOnly(['fragments_join'])
markdown.inline.ruler2.before('fragments_join', 'linkifiers', linkify)
markdown.inline.ruler2.before('fragments_join', 'pair_emphasis', pairEmphasis)

const { rules } = markdown.renderer
rules.text = (tokens, index) => escapeText(tokens[index]!.content)
rules.text_special = rules.text
rules.softbreak = () => '<br>\n'
rules.code_inline = (tokens, index) => `<code>${escapeText(tokens[index]!.content)}</code>`
rules.time = (tokens, index) => {
  const { content, info } = tokens[index]!
  return `<time datetime="${escapeAttribute(info)}">${escapeText(content)}</time>`
}
rules.time_error = (tokens, index) =>
  `<span class="timestamp-error">Invalid time format: ${escapeText(tokens[index]!.content)}</span>`
rules.math = (tokens, index) => tokens[index]!.content
rules.mention = (tokens, index, _options, _env, self) => {
  const token = tokens[index]!
  return `<span${self.renderAttrs(token)}>${escapeText(token.content)}</span>`
}
rules.emoji = rules.mention
rules.emoji_picture = (tokens, index, _options, _env, self) => `<img${self.renderAttrs(tokens[index]!)}>`
rules.channel_link = (tokens, index, _options, _env, self) => {
  const token = tokens[index]!
  const unnamed = token.info === '' ? '' : `<em>${escapeText(token.info)}</em>`
  return `<a${self.renderAttrs(token)}>${escapeText(token.content)}${unnamed}</a>`
}
