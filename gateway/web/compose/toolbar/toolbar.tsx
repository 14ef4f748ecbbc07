import type { IconNode } from 'lucide'
import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import ArrowRightLeft from 'lucide/dist/esm/icons/arrow-right-left.mjs'
import AtSign from 'lucide/dist/esm/icons/at-sign.mjs'
import ChartBar from 'lucide/dist/esm/icons/chart-bar-big.mjs'
import CircleQuestionMark from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import Code from 'lucide/dist/esm/icons/code.mjs'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import Smile from 'lucide/dist/esm/icons/face-slightly-smiling.mjs'
import Italic from 'lucide/dist/esm/icons/italic.mjs'
import Bold from 'lucide/dist/esm/icons/letter-b.mjs'
import Link from 'lucide/dist/esm/icons/link.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import ListTodo from 'lucide/dist/esm/icons/list-todo.mjs'
import Maximize from 'lucide/dist/esm/icons/maximize-2.mjs'
import Minimize from 'lucide/dist/esm/icons/minimize-2.mjs'
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs'
import TextQuote from 'lucide/dist/esm/icons/text-quote.mjs'
import Video from 'lucide/dist/esm/icons/video.mjs'
import { runCommand } from '../../parts/commands.ts'
import { Icon } from '../../parts/icon.tsx'
import { lineStep } from '../../parts/line-step.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import type { WidgetKind } from '../widget-form/widget-text.ts'
import type { Format } from './formats.ts'

interface ToolbarProps {
  readonly format: (format: Format) => void
  readonly attach: () => void
  /** Inserts a link to a new video call. Undefined where there are none. */
  readonly startCall: (() => void) | undefined
  /** Opens the form of a widget, or asks where the message goes. */
  readonly ask: (what: 'destination' | WidgetKind) => void
  readonly isPreviewing: boolean
  readonly togglePreview: () => void
  readonly isLarge: boolean
  readonly toggleLarge: () => void
}

interface ToolbarButton {
  readonly name: string
  readonly icon: IconNode
  readonly act: () => void
  readonly isPressed?: boolean
  /** Whether it edits the text, which the preview does not show. */
  readonly edits?: boolean
}

const FORMATS: readonly (readonly [Format, IconNode])[] = [
  ['bold', Bold],
  ['italic', Italic],
  ['code', Code],
  ['link', Link],
  ['list', List],
  ['quote', TextQuote],
  ['emoji', Smile],
  ['mention', AtSign],
  ['time', AlarmClock],
]
/** On phones these stand first, because the others are typed more easily or less often there. */
const FIRST_ON_PHONES: readonly Format[] = ['emoji', 'mention']

/** The formats for the text. Arrow keys move between buttons; the toolbar is one tab stop. */
export function Toolbar(props: ToolbarProps) {
  const store = useStore()
  const { isPreviewing } = props
  return (
    <div class="toolbar" role="toolbar" aria-label={t.formatting} onKeyDown={moveFocus}>
      {groupsOf(store, props).map((buttons, group) => (
        <>
          {group > 0 && <span class="divider" />}
          {buttons.map(({ name, icon, act, isPressed, edits = false }, n) => (
            <button
              key={name}
              type="button"
              class="icon-button"
              aria-label={name}
              title={name}
              aria-pressed={isPressed}
              tabIndex={group === 0 && n === 0 ? undefined : -1}
              disabled={edits && isPreviewing}
              onMouseDown={edits ? (event) => event.preventDefault() : undefined}
              onClick={act}
            >
              <Icon node={icon} />
            </button>
          ))}
        </>
      ))}
    </div>
  )
}

function groupsOf(store: Store, props: ToolbarProps): readonly (readonly ToolbarButton[])[] {
  const { format, attach, startCall, ask, isPreviewing, togglePreview, isLarge, toggleLarge } = props
  const formats = FORMATS.map(([kind, icon]) => ({
    kind,
    button: { name: t.formats[kind], icon, act: () => format(kind), edits: true },
  }))
  const isPhone = matchMedia('(max-width: 700px)').matches
  const isFirst = (kind: Format) => isPhone && FIRST_ON_PHONES.includes(kind)
  const buttonsOf = (those: typeof formats) => those.map(({ button }) => button)
  return [
    [
      ...buttonsOf(formats.filter(({ kind }) => isFirst(kind))),
      { name: t.attach, icon: Paperclip, act: attach },
      { name: t.preview, icon: Eye, act: togglePreview, isPressed: isPreviewing },
      ...(startCall === undefined ? [] : [{ name: t.startCall, icon: Video, act: startCall }]),
      { name: t.enlargeComposer, icon: isLarge ? Minimize : Maximize, act: toggleLarge, isPressed: isLarge },
      { name: t.sendElsewhere, icon: ArrowRightLeft, act: () => ask('destination') },
    ],
    [
      ...buttonsOf(formats.filter(({ kind }) => !isFirst(kind))),
      { name: t.newPoll, icon: ChartBar, act: () => ask('poll') },
      { name: t.newTodo, icon: ListTodo, act: () => ask('todo') },
      { name: t.formattingHelp, icon: CircleQuestionMark, act: () => runCommand(store, 'open-help') },
    ],
  ]
}

function moveFocus(event: KeyboardEvent): void {
  const step = lineStep(event.key)
  if (step === 0) return
  const buttons = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLButtonElement>('button:enabled'),
  ]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}
