import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import './blank.css'

interface BlankProps {
  readonly icon: IconNode
  readonly title: string
  readonly hint?: string | undefined
  /** Whether the view has no other heading, so that the title is the heading of the page. */
  readonly isWholeView?: boolean
  readonly children?: ComponentChildren
}

/** A notice in place of a view's content: it is empty, failed to load, or does not exist. */
export const Blank = ({ icon, title, hint, isWholeView = false, children }: BlankProps) => (
  <div class="blank" role="status">
    <Icon node={icon} size={28} />
    {isWholeView ? <h1>{title}</h1> : <h2>{title}</h2>}
    {hint && <p>{hint}</p>}
    {children}
  </div>
)
