import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs'
import { isUploadedImageAddress, linkAddress, uploadPathOf } from '../rendering/address.ts'
import { maxAddressLength } from '../rendering/limits.ts'
import { collectPage, queuePreview } from '../rendering/media-preview.ts'
import type { RenderState } from '../rendering/state.ts'
import { scanOf } from './scan.ts'

interface Target {
  address: string
  title: string | undefined
}

/**
 * Renders `[text](address "title")`. The link text may contain code and mentions, but no emphasis or links.
 * The address replaces a blank link text. A link with a disallowed address stays text.
 */
export const link: RuleInline = (state, silent) => {
  if (state.src[state.pos] !== '[') return false
  const { brackets, inLink } = scanOf(state)
  if (inLink) return false
  const textEnd = brackets.get(state.pos)
  if (textEnd === undefined || state.src[textEnd + 1] !== '(') return false
  const end = brackets.get(textEnd + 1)
  if (end === undefined || end >= state.posMax || end - textEnd > maxAddressLength) return false
  const target = readTarget(state.src.slice(textEnd + 2, end))
  const href = target && linkAddress(target.address, (state.env as RenderState).context.hosts)
  if (target === undefined || href === undefined) return false

  if (!silent) {
    const start = state.pos + 1
    const isBlank = state.src.slice(start, textEnd).trim() === ''
    pushLink(
      state,
      href,
      isBlank ? href : state.src.slice(start, textEnd),
      () => {
        if (isBlank) state.push('text', '', 0).content = href
        else readWithin(state, start, textEnd)
      },
      target.title,
    )
  }
  state.pos = end + 1
  return true
}

/** Pushes `<a>` around the tokens that `pushText` pushes, and records the link. `name` is its text. */
export function pushLink(
  state: StateInline,
  href: string,
  name: string,
  pushText: () => void,
  title?: string,
): void {
  recordLink(state.env as RenderState, href, name)
  const token = state.push('link_open', 'a', 1)
  token.attrs = [['href', href]]
  if (title !== undefined) token.attrs.push(['title', title])
  const scan = scanOf(state)
  scan.inLink = true
  pushText()
  scan.inLink = false
  state.push('link_close', 'a', -1)
}

/** Records in the render state that the message links `href` with the text `name`. */
export function recordLink(rendering: RenderState, href: string, name: string): void {
  rendering.hasLink = true
  if (rendering.quoteDepth === 0 && isUploadedImageAddress(href)) rendering.hasImage = true
  const upload = uploadPathOf(href)
  if (upload !== undefined) rendering.uploads.add(upload)
  queuePreview(rendering, href, name)
  collectPage(rendering, href)
}

function readWithin(state: StateInline, start: number, end: number): void {
  const { pos, posMax } = state
  state.pos = start
  state.posMax = end
  state.md.inline.tokenize(state)
  state.pos = pos
  state.posMax = posMax
}

function readTarget(written: string): Target | undefined {
  const target = written.trim()
  if (target.includes('\n')) return undefined
  const quote = target.at(-1)
  const titleStart = quote === '"' || quote === "'" ? target.indexOf(quote) : -1
  const hasTitle = titleStart > 0 && titleStart < target.length - 1 && target[titleStart - 1] === ' '
  const address = hasTitle ? target.slice(0, titleStart).trimEnd() : target
  return {
    address: address.startsWith('<') && address.endsWith('>') ? address.slice(1, -1) : address,
    title: hasTitle ? target.slice(titleStart + 1, -1) : undefined,
  }
}
