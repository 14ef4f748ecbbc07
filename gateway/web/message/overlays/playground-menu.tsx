import { Popover } from '../../parts/floating/popover.tsx'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import './message-menu.css'
import { closeOverlay, type PlaygroundLink } from '../../parts/floating/overlay.ts'

interface Props {
  readonly links: readonly PlaygroundLink[]
  readonly anchor: HTMLElement
}

/** The playgrounds in which a block of code can be opened. */
export const PlaygroundMenu = ({ links, anchor }: Props) => {
  const store = useStore()
  return (
    <Popover anchor={anchor} label={t.playgrounds} role="menu" onClose={() => closeOverlay(store)}>
      <div class="message-menu">
        {links.map(({ name, url }) => (
          <a key={name} role="menuitem" href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </div>
    </Popover>
  )
}
