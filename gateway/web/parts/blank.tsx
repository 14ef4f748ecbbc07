import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import './blank.css'

interface BlankProps {
  readonly icon: IconNode
  readonly title: string
  readonly hint?: string
  readonly children?: ComponentChildren
}

/** What a view shows that has nothing to show: empty, failed, not found. */
export const Blank = ({ icon, title, hint, children }: BlankProps) => (
  <div class="blank" role="status">
    <Icon node={icon} size={28} />
    <h2>{title}</h2>
    {hint && <p>{hint}</p>}
    {children}
  </div>
)
