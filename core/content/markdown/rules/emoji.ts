import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs'
import { emoticonAt } from '../emoji/emoticons.ts'
import { EXTRA_EMOJI, EXTRA_EMOJI_URL } from '../emoji/extra.ts'
import { codeOf, type UnicodeEmoji, unicodeEmojiByCode, unicodeEmojiByName } from '../emoji/unicode.ts'
import type { RenderState } from '../rendering/state.ts'
import { scanOf } from './scan.ts'

const named = /:([\p{L}\p{N}_+-]+):/uy

/** A sequence of characters that may be one emoji, including modifiers, flags and joined sequences. */
const sequence =
  /(?:\p{RI}\p{RI}|[#*0-9]\ufe0f?\u20e3|[^#*0-9\P{Emoji}](?:\p{EMod}|\ufe0f)?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Emoji}(?:\p{EMod}|\ufe0f)?)*)/uy

/** One character that is displayed as text unless a variation selector follows. */
const textByDefault = /^\P{Emoji_Presentation}$/u

/** Renders `:name:` and Unicode emoji. An unknown name or sequence becomes text as a whole. */
export const emoji: RuleInline = (state, silent) => {
  if (scanOf(state).inLink) return false
  return state.src[state.pos] === ':' ? namedEmoji(state, silent) : unicodeEmoji(state, silent)
}

/** Renders emoticons such as `:)` when the sender enabled them. */
export const emoticon: RuleInline = (state, silent) => {
  const { context } = state.env as RenderState
  if (context.translateEmoticons !== true || scanOf(state).inLink) return false
  const found = emoticonAt(state.src, state.pos)
  const target = found && unicodeEmojiByName(found.name)
  if (target === undefined) return false
  if (!silent) pushUnicode(state, target, `:${found!.name}:`)
  state.pos += found!.length
  return true
}

function namedEmoji(state: StateInline, silent: boolean): boolean {
  named.lastIndex = state.pos
  const match = named.exec(state.src)
  if (match === null || named.lastIndex > state.posMax || beginsLink(state, named.lastIndex)) return false
  const [written, name = ''] = match
  if (!silent) {
    const custom = (state.env as RenderState).context.emojiByName?.(name)
    const url = custom?.url ?? (name === EXTRA_EMOJI ? EXTRA_EMOJI_URL : undefined)
    const unicode = unicodeEmojiByName(name)
    if (url !== undefined) pushPicture(state, name, url)
    else if (unicode === undefined) state.pending += written
    else if (unicode.characters !== undefined) state.pending += unicode.characters
    else pushUnicode(state, unicode, written)
  }
  state.pos += written.length
  return true
}

/** Whether a bare link begins before `end`, as in `see:https://a.com`. */
function beginsLink(state: StateInline, end: number): boolean {
  const { bareLinks, nextBareLink } = scanOf(state)
  return (bareLinks[nextBareLink]?.start ?? end) < end
}

function unicodeEmoji(state: StateInline, silent: boolean): boolean {
  sequence.lastIndex = state.pos
  const characters = sequence.exec(state.src)?.[0]
  if (characters === undefined || sequence.lastIndex > state.posMax) return false
  if (!silent) {
    const known = textByDefault.test(characters) ? undefined : unicodeEmojiByCode(codeOf(characters))
    if (known === undefined || known.characters !== undefined) state.pending += characters
    else pushUnicode(state, known, `:${known.names[0]}:`)
  }
  state.pos += characters.length
  return true
}

/** Pushes an emoji with the name the author wrote. Clients find its image by the code. */
function pushUnicode(state: StateInline, { code }: UnicodeEmoji, written: string): void {
  const title = titleOf(written.slice(1, -1))
  const token = state.push('emoji', 'span', 0)
  token.content = written
  token.attrs = [
    ['aria-label', title],
    ['class', `emoji emoji-${code}`],
    ['role', 'img'],
    ['title', title],
  ]
}

function pushPicture(state: StateInline, name: string, url: string): void {
  state.push('emoji_picture', 'img', 0).attrs = [
    ['alt', `:${name}:`],
    ['class', 'emoji'],
    ['src', url],
    ['title', titleOf(name)],
  ]
}

const titleOf = (name: string): string => name.replaceAll('_', ' ')
