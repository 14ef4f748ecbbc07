import type { IconNode } from 'lucide'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import Forward from 'lucide/dist/esm/icons/forward.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import Reply from 'lucide/dist/esm/icons/reply.mjs'
import TextQuote from 'lucide/dist/esm/icons/text-quote.mjs'
import { h } from 'preact'

/** Icons that point along the line: in languages from right to left they point to the other side. */
const DIRECTED: ReadonlySet<IconNode> = new Set([
  ChevronLeft,
  ChevronRight,
  ExternalLink,
  Forward,
  LogOut,
  Reply,
  TextQuote,
])

/** An icon of the set. It needs no label, because its button or link has one. */
export const Icon = ({ node, size = 16 }: { node: IconNode; size?: number }) => (
  <svg
    class={DIRECTED.has(node) ? 'icon directed' : 'icon'}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    {node.map(([name, attributes]) => h(name, attributes))}
  </svg>
)
