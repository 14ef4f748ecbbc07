import type { IconNode } from 'lucide'
import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import AtSign from 'lucide/dist/esm/icons/at-sign.mjs'
import ChartBar from 'lucide/dist/esm/icons/chart-bar-big.mjs'
import Code from 'lucide/dist/esm/icons/code.mjs'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import Smile from 'lucide/dist/esm/icons/face-slightly-smiling.mjs'
import Italic from 'lucide/dist/esm/icons/italic.mjs'
import Bold from 'lucide/dist/esm/icons/letter-b.mjs'
import Link from 'lucide/dist/esm/icons/link.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs'
import TextQuote from 'lucide/dist/esm/icons/text-quote.mjs'
import Video from 'lucide/dist/esm/icons/video.mjs'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/texts.ts'
import type { Format } from './formats.ts'

interface ToolbarProps {
  readonly format: (format: Format) => void
  readonly attach: () => void
  /** Inserts a link to a new video call. Undefined where there are none. */
  readonly startCall: (() => void) | undefined
  readonly isPreviewing: boolean
  readonly togglePreview: () => void
}

const BUTTONS: readonly { readonly format: Format; readonly icon: IconNode }[] = [
  { format: 'bold', icon: Bold },
  { format: 'italic', icon: Italic },
  { format: 'code', icon: Code },
  { format: 'link', icon: Link },
  { format: 'list', icon: List },
  { format: 'quote', icon: TextQuote },
  { format: 'emoji', icon: Smile },
  { format: 'mention', icon: AtSign },
  { format: 'time', icon: AlarmClock },
  { format: 'poll', icon: ChartBar },
]

/** The formats for the text. Arrow keys move between buttons; the toolbar is one tab stop. */
export function Toolbar({ format, attach, startCall, isPreviewing, togglePreview }: ToolbarProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label={t.formatting} onKeyDown={moveFocus}>
      <button type="button" class="icon-button" aria-label={t.attach} title={t.attach} onClick={attach}>
        <Icon node={Paperclip} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={t.preview}
        title={t.preview}
        aria-pressed={isPreviewing}
        tabIndex={-1}
        onClick={togglePreview}
      >
        <Icon node={Eye} />
      </button>
      {startCall && (
        <button
          type="button"
          class="icon-button"
          aria-label={t.startCall}
          title={t.startCall}
          tabIndex={-1}
          onClick={startCall}
        >
          <Icon node={Video} />
        </button>
      )}
      <span class="divider" />
      {BUTTONS.map(({ format: kind, icon }) => (
        <button
          key={kind}
          type="button"
          class="icon-button"
          aria-label={t.formats[kind]}
          title={t.formats[kind]}
          tabIndex={-1}
          disabled={isPreviewing}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => format(kind)}
        >
          <Icon node={icon} />
        </button>
      ))}
    </div>
  )
}

function moveFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLButtonElement>('button:enabled'),
  ]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}
