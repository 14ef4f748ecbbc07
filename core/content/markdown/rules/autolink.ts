import type { RuleInline } from 'markdown-it/lib/parser_inline.mjs'
import { linkAddress } from '../rendering/address.ts'
import type { RenderState } from '../rendering/state.ts'
import { pushLink } from './link.ts'
import { scanOf } from './scan.ts'

/** Links bare URLs and e-mail addresses. */
export const autolink: RuleInline = (state, silent) => {
  const scan = scanOf(state)
  const bareLink = scan.bareLinks[scan.nextBareLink]
  if (bareLink?.start !== state.pos || scan.inLink) return false
  const written = state.src.slice(bareLink.start, bareLink.end)
  const href = linkAddress(written, (state.env as RenderState).context.hosts)
  if (href === undefined) return false
  if (!silent) {
    pushLink(state, href, written, () => {
      state.push('text', '', 0).content = written
    })
  }
  state.pos = bareLink.end
  return true
}
