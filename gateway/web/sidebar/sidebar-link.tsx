import type { ComponentChildren } from 'preact'
import { Count } from '../parts/count.tsx'
import type { MenuPlace } from '../parts/floating/overlay.ts'
import { PlaceMenuButton, placeMenuOnRow } from '../parts/floating/place-menu-button.tsx'
import type { PlaceCount } from '../store/derived/counts.ts'
import { useStore } from '../store/use-store.ts'

export interface SidebarLinkProps {
  readonly href: string
  readonly name: string
  /** An icon or a picture before the name. */
  readonly mark?: ComponentChildren
  readonly isChosen: boolean
  readonly unread?: PlaceCount
  /** What the number of unread messages means. */
  readonly meaning?: string | undefined
  /** A number that is not about unread messages. */
  readonly note?: number | undefined
  readonly isMuted?: boolean
  readonly isTopic?: boolean
  /** What the menu of the line is about. */
  readonly place?: MenuPlace
  /** What the line carries when it is dragged. */
  readonly dragged?: readonly [kind: string, data: string] | undefined
  readonly children?: ComponentChildren
}

/** One line of the sidebar. */
export function SidebarLink({
  href,
  name,
  mark,
  isChosen,
  unread,
  meaning,
  note,
  isMuted,
  isTopic,
  place,
  dragged,
  children,
}: SidebarLinkProps) {
  const store = useStore()
  const hasUnread = unread !== undefined && unread.count + (unread.uncounted ?? 0) > 0
  const state = isMuted ? 'muted' : hasUnread ? 'has-unread' : ''
  return (
    <li>
      <div class={place === undefined ? undefined : 'with-menu'}>
        <a
          href={href}
          class={`sidebar-link ${isTopic ? 'topic' : ''} ${state}`}
          aria-current={isChosen ? 'page' : undefined}
          title={name}
          onDragStart={(event) => dragged && event.dataTransfer?.setData(...dragged)}
          onContextMenu={place && placeMenuOnRow(store, place)}
        >
          {mark && <span class="mark">{mark}</span>}
          <span class="ellipsis" dir="auto">
            {name}
          </span>
          {unread && <Count {...unread} meaning={meaning} />}
          {note !== undefined && <span class="note">{note}</span>}
        </a>
        {place && <PlaceMenuButton place={place} name={name} tabIndex={-1} />}
      </div>
      {children}
    </li>
  )
}
