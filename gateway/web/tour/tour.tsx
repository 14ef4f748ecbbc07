import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { route } from '../model/current-route.ts'
import type { Route } from '../model/route.ts'
import { isLayerOpen } from '../parts/floating/layers.ts'
import { isAtBeginning } from '../store/derived/beginning.ts'
import { useStore } from '../store/use-store.ts'
import { hintsSeenHere, markHintsSeen } from '../store/verbs/mark-hints-seen.ts'
import { t } from '../texts/texts.ts'
import { HINTS, type Hint } from './hints.ts'
import './tour.css'

const { tour: texts } = t

/** The views with hints. On the others a hint would cover a form. */
const READING: ReadonlySet<Route['view']> = new Set(['start', 'inbox', 'recent', 'messages'])

/**
 * The hints of the first visit, one at a time beside the part that they explain. They take neither focus nor
 * keys of a field.
 */
export function Tour() {
  const store = useStore()
  const closed = useSignal<ReadonlySet<string>>(new Set(hintsSeenHere(store.me)))
  const shown = useSignal<Hint | undefined>(undefined)
  const unseen = store.onboarding.value
  const left = HINTS.filter(({ step }) => unseen.has(step) && !closed.value.has(step))
  const { view } = route.value
  // The first steps of an organization come before those of a person.
  const hasSteps = (view === 'inbox' || view === 'start') && isAtBeginning(store)
  const isReading = READING.has(view) && !hasSteps

  // The elements that hints are about come and go with the view and the width of the window.
  const choose = () => {
    shown.value = isReading ? left.find(({ anchor }) => elementAt(anchor) !== undefined) : undefined
  }
  useEffect(choose)
  useEffect(() => {
    addEventListener('resize', choose)
    return () => removeEventListener('resize', choose)
  })

  // An earlier visit may have ended before the server knew.
  useEffect(() => {
    if (hintsSeenHere(store.me).length > 0) void markHintsSeen(store.me, [])
  }, [store.me])

  const close = (hints: readonly Hint[]) => {
    const steps = hints.map(({ step }) => step)
    closed.value = new Set([...closed.value, ...steps])
    void markHintsSeen(store.me, steps)
  }
  const hint = shown.value
  useEffect(() => {
    if (hint === undefined) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isUsed(event.target as Element)) return
      event.preventDefault()
      event.stopPropagation()
      close(left)
    }
    addEventListener('keydown', pressed, { capture: true })
    return () => removeEventListener('keydown', pressed, { capture: true })
  })

  return (
    <aside class="tour" aria-label={texts.title}>
      {hint !== undefined && (
        <HintBox
          hint={hint}
          onGone={choose}
          number={HINTS.length - left.length + 1}
          isLast={left.length === 1}
          onNext={() => close([hint])}
          onSkip={() => close(left)}
        />
      )}
    </aside>
  )
}

interface HintBoxProps {
  readonly hint: Hint
  readonly number: number
  readonly isLast: boolean
  /** Called when the element that it is about is no longer shown. */
  readonly onGone: () => void
  readonly onNext: () => void
  readonly onSkip: () => void
}

function HintBox({ hint, number, isLast, onGone, onNext, onSkip }: HintBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(onGone)
  latest.current = onGone
  useLayoutEffect(() => {
    const element = box.current!
    const anchor = elementAt(hint.anchor)
    if (anchor === undefined) return
    anchor.scrollIntoView({ block: 'nearest' })
    const place = async () => {
      if (elementAt(hint.anchor) !== anchor) return latest.current()
      const { x, y } = await computePosition(anchor, element, {
        placement: anchor.closest('.sidebar') === null ? 'bottom' : 'right-start',
        strategy: 'fixed',
        middleware: [
          offset(10),
          flip({ padding: 8, fallbackAxisSideDirection: 'end' }),
          shift({ padding: 8 }),
        ],
      })
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      element.classList.toggle('hidden', isScrolledAway(anchor) || covers(x, y, element, anchor))
    }
    const stop = autoUpdate(anchor, element, place)
    // The composer grows as its text does, and the focus moves between fields.
    const changed = () => void place()
    for (const name of ['input', 'focusin', 'focusout']) addEventListener(name, changed)
    return () => {
      stop()
      for (const name of ['input', 'focusin', 'focusout']) removeEventListener(name, changed)
    }
  }, [hint])
  return (
    <div ref={box} class="hint">
      <div role="status">
        <p class="number">{texts.number(number, HINTS.length)}</p>
        <p class="title">{hint.title}</p>
        <p>{hint.text}</p>
      </div>
      <div class="actions">
        <button type="button" class="button" onClick={onNext}>
          {isLast ? texts.done : texts.next}
        </button>
        {!isLast && (
          <button type="button" class="skip-all" onClick={onSkip}>
            {texts.skip}
          </button>
        )}
      </div>
    </div>
  )
}

/** The first visible element of a selector. */
function elementAt(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  )
}

/** Whether the element is outside the visible part of its list. */
function isScrolledAway(anchor: HTMLElement): boolean {
  const list = anchor.closest('[data-scroller]')?.getBoundingClientRect()
  if (list === undefined) return false
  const { top, bottom } = anchor.getBoundingClientRect()
  return bottom <= list.top || top >= list.bottom
}

/** Whether a key in this element belongs to it, or to an open menu or dialog. */
const isUsed = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable]') !== null || isLayerOpen()

/** Whether the box would cover its subject, the composer, or the field that has the focus. */
function covers(x: number, y: number, box: HTMLElement, anchor: HTMLElement): boolean {
  const { offsetWidth, offsetHeight } = box
  const field = document.activeElement?.closest('input, textarea, select')
  const places = [anchor, ...document.querySelectorAll('.composer, .edit-box'), ...(field ? [field] : [])]
  return places.some((place) => {
    const { left, right, top, bottom } = place.getBoundingClientRect()
    return left < x + offsetWidth && right > x && top < y + offsetHeight && bottom > y
  })
}
