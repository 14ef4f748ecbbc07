import type { IconNode } from 'lucide'
import { h } from 'preact'

/** An icon of the set. It needs no label, because its button or link has one. */
export const Icon = ({ node, size = 16 }: { node: IconNode; size?: number }) => (
  <svg
    class="icon"
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
