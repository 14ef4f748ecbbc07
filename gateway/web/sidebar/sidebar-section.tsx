import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Count } from '../parts/count.tsx'
import { Icon } from '../parts/icon.tsx'
import type { PlaceCount } from '../store/derived/counts.ts'
import { useStore } from '../store/use-store.ts'

interface SidebarSectionProps {
  /** Stays the same over reloads. */
  readonly name: string
  readonly foldKey: string
  /** Unread messages of the lines, shown while they are folded. */
  readonly sum: PlaceCount
  /** Controls at the end of the heading. */
  readonly controls?: ComponentChildren
  /** Kinds of data that the section takes, and what it does with them. */
  readonly drops?: Readonly<Record<string, (data: string) => void>>
  /** What the heading carries when it is dragged. */
  readonly dragged?: readonly [kind: string, data: string] | undefined
  readonly children: (isFolded: boolean) => ComponentChildren
}

/** A part of the sidebar, which its heading folds. Lines can be dropped on it. */
export function SidebarSection(props: SidebarSectionProps) {
  const { name, foldKey, sum, controls, drops = {}, dragged, children } = props
  const store = useStore()
  const { folded } = store.sidebar
  const isFolded = folded.value.has(foldKey)
  const [isOver, setOver] = useState(false)
  const kindOf = (event: DragEvent) =>
    Object.keys(drops).find((kind) => event.dataTransfer?.types.includes(kind))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: menus and settings do the same without a pointer.
    <section
      class={isOver ? 'drop-here' : undefined}
      onDragOver={(event) => {
        if (kindOf(event) === undefined) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        const kind = kindOf(event)
        setOver(false)
        if (kind === undefined) return
        event.preventDefault()
        drops[kind]!(event.dataTransfer!.getData(kind))
      }}
    >
      <h2>
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          draggable={dragged !== undefined}
          onDragStart={(event) => dragged && event.dataTransfer?.setData(...dragged)}
          onClick={() => store.sidebar.toggle(foldKey)}
        >
          <Icon node={ChevronDown} size={14} />
          <span class="ellipsis" dir="auto">
            {name}
          </span>
        </button>
        {isFolded && store.settings.value.web_left_sidebar_unreads_count_summary && <Count {...sum} />}
        {controls}
      </h2>
      {children(isFolded)}
    </section>
  )
}
