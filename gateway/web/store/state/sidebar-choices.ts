import { effect, signal } from '@preact/signals'
import { keepChoices, keptChoices } from './kept-choices.ts'

export const NARROWEST = 200
export const WIDEST = 440

interface Kept {
  readonly folded?: readonly string[]
  readonly isOnlyUnread?: boolean
  readonly width?: number
}

/** Most folded parts that are kept: folders come and go. */
const MOST_FOLDED = 200

const keyOf = (me: number): string => `loquat sidebar ${me}`

/** How the reader wants the sidebar in this browser. It stays over reloads. */
export class SidebarChoices {
  /** The keys of the parts whose lines are hidden. */
  readonly folded = signal<ReadonlySet<string>>(new Set())
  /** Whether channels and direct conversations without unread messages are hidden. */
  readonly isOnlyUnread = signal(false)
  /** In pixels. Undefined for the width that fits the window. */
  readonly width = signal<number | undefined>(undefined)

  constructor(me: number) {
    const { folded = [], isOnlyUnread = false, width } = keptChoices<Kept>(keyOf(me))
    this.folded.value = new Set(folded)
    this.isOnlyUnread.value = isOnlyUnread
    this.width.value = width === undefined ? undefined : within(width)
    let isFirst = true
    effect(() => {
      const kept: Kept = {
        folded: [...this.folded.value].slice(-MOST_FOLDED),
        isOnlyUnread: this.isOnlyUnread.value,
        ...(this.width.value !== undefined && { width: this.width.value }),
      }
      if (!isFirst) keepChoices(keyOf(me), kept)
      isFirst = false
    })
  }

  toggle(key: string): void {
    const next = new Set(this.folded.peek())
    if (!next.delete(key)) next.add(key)
    this.folded.value = next
  }

  /** Sets the width, within its limits. */
  resize(width: number): void {
    this.width.value = within(width)
  }
}

const within = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
