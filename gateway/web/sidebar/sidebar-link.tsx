import type { ComponentChildren } from 'preact'
import { Count } from '../parts/count.tsx'
import type { ConversationCount } from '../store/derived/counts.ts'

interface SidebarLinkProps {
  readonly href: string
  readonly name: string
  /** An icon or a picture before the name. */
  readonly mark?: ComponentChildren
  readonly isChosen: boolean
  readonly unread?: ConversationCount
  /** A number that is not about unread messages. */
  readonly note?: number | undefined
  readonly isMuted?: boolean
  readonly isTopic?: boolean
  readonly children?: ComponentChildren
}

/** One line of the sidebar. */
export function SidebarLink({
  href,
  name,
  mark,
  isChosen,
  unread,
  note,
  isMuted,
  isTopic,
  children,
}: SidebarLinkProps) {
  const hasUnread = unread !== undefined && unread.count > 0
  const state = isMuted ? 'muted' : hasUnread ? 'has-unread' : ''
  return (
    <li>
      <a
        href={href}
        class={`sidebar-link ${isTopic ? 'topic' : ''} ${state}`}
        aria-current={isChosen ? 'page' : undefined}
        title={name}
      >
        {mark && <span class="mark">{mark}</span>}
        <span class="ellipsis" dir="auto">
          {name}
        </span>
        {unread && <Count {...unread} />}
        {note !== undefined && <span class="note">{note}</span>}
      </a>
      {children}
    </li>
  )
}
