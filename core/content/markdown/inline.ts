import MarkdownIt from 'markdown-it'
import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { inlineHtml } from './inline-html.ts'
import type { RenderState } from './rendering/state.ts'
import { autolink } from './rules/autolink.ts'
import { channel } from './rules/channel.ts'
import { code } from './rules/code.ts'
import { emoji, emoticon } from './rules/emoji.ts'
import { emphasis, pairEmphasis } from './rules/emphasis.ts'
import { entity } from './rules/entity.ts'
import { groupMention } from './rules/group-mention.ts'
import { link } from './rules/link.ts'
import { linkify } from './rules/linkifiers.ts'
import { math } from './rules/math.ts'
import { mention } from './rules/mention.ts'
import { newline } from './rules/newline.ts'
import { text } from './rules/text.ts'
import { timestamp } from './rules/timestamp.ts'

/**
 * Renders the text of one block as HTML and records mentions, links and words in `state`.
 *
 * All rules are defined here: none passes HTML through or searches ahead without a bound. The parser tries
 * them in order at each position where the `text` rule stops.
 */
export function renderInline(source: string, state: RenderState): string {
  if (state.text !== '') state.text += '\n'
  return markdown.renderInline(source, state)
}

const markdown = new MarkdownIt('zero', { html: false })

const rules: Readonly<Record<string, RuleInline>> = {
  dialect_text: text,
  dialect_newline: newline,
  dialect_code: code,
  mention,
  math,
  channel,
  timestamp,
  group_mention: groupMention,
  dialect_link: link,
  dialect_autolink: autolink,
  emoji,
  emoticon,
  dialect_emphasis: emphasis,
  dialect_entity: entity,
}

markdown.core.ruler.enableOnly(['block', 'inline'])
markdown.inline.ruler.enableOnly([])
for (const [name, rule] of Object.entries(rules)) markdown.inline.ruler.push(name, rule)
markdown.inline.ruler2.enableOnly(['fragments_join'])
markdown.inline.ruler2.before('fragments_join', 'linkifiers', linkify)
markdown.inline.ruler2.before('fragments_join', 'pair_emphasis', pairEmphasis)

Object.assign(markdown.renderer.rules, inlineHtml)
