import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { EmojiImage } from '../../emoji/emoji-image.tsx'
import { showsEmojiAsText } from '../../emoji/emoji-set.ts'
import { findEmoji, OWN_POPULARITY, popularityOf } from '../../emoji/find-emoji.ts'
import { Popover } from '../../parts/floating/popover.tsx'
import { lineStep } from '../../parts/line-step.ts'
import type { RealmEmoji } from '../../store/slices/realm-emoji.ts'
import { useStore } from '../../store/use-store.ts'
import { emojiNames, type NamedEmoji } from '../../store/verbs/emoji-names.ts'
import type { EmojiChoice } from '../../store/verbs/react.ts'
import { t } from '../../texts/texts.ts'
import './emoji-picker.css'

/** The numbers of emoji in a row of the grid: pictures, and names. */
const PICTURES = 8
const NAMES = 2
/** The number of emoji that are drawn before the reader scrolls to the end. */
const STEP = 160

interface Props {
  readonly anchor: HTMLElement
  readonly onChoose: (emoji: EmojiChoice) => void
  readonly onClose: () => void
}

/**
 * Chooses an emoji of Unicode or of the organization: by its picture, its name, or the arrow keys and Enter.
 */
export function EmojiPicker({ anchor, onChoose, onClose }: Props) {
  const store = useStore()
  const id = useId()
  const unicode = useSignal<readonly NamedEmoji[]>([])
  const query = useSignal('')
  const active = useSignal(0)
  const shown = useSignal(STEP)
  const columns = showsEmojiAsText(store) ? NAMES : PICTURES
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void emojiNames(store).then(
      (names) => {
        unicode.value = names
      },
      () => undefined,
    )
  }, [unicode])
  const realm = store.realmEmoji.value
  const all = useMemo(() => choicesOf(unicode.value, realm), [unicode.value, realm])
  const found = useMemo(() => findEmoji(all, query.value), [all, query.value])
  const drawn = found.slice(0, shown.value)

  function show(index: number): void {
    active.value = Math.max(0, Math.min(index, found.length - 1))
    if (active.value >= shown.value) shown.value = active.value + STEP
    requestAnimationFrame(() =>
      grid.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    )
  }
  function pressed(event: KeyboardEvent): void {
    const lines = { ArrowDown: columns, ArrowUp: -columns }[event.key] ?? 0
    const step = lineStep(event.key) || lines
    if (step !== 0) show(active.value + step)
    else if (event.key === 'Enter') {
      const chosen = found[active.value]
      if (chosen !== undefined) onChoose(chosen.emoji.choice)
    } else return
    event.preventDefault()
  }

  return (
    <Popover anchor={anchor} label={t.chooseEmoji} onClose={onClose}>
      <div class="emoji-picker">
        <input
          role="combobox"
          aria-label={t.searchEmoji}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${active.value}` : undefined}
          placeholder={t.searchEmoji}
          value={query.value}
          autocomplete="off"
          onInput={(event) => {
            query.value = event.currentTarget.value
            active.value = 0
            shown.value = STEP
          }}
          onKeyDown={pressed}
        />
        <div
          ref={grid}
          id={`${id}-list`}
          class={columns === NAMES ? 'grid of-names' : 'grid'}
          role="listbox"
          aria-label={t.emoji}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            if (scrollTop + clientHeight > scrollHeight - 200 && shown.value < found.length)
              shown.value += STEP
          }}
        >
          {drawn.map(({ emoji: { key, names, choice } }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field above.
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active.value}
              aria-label={names[0]}
              title={`:${names[0]}:`}
              onClick={() => onChoose(choice)}
            >
              <EmojiImage emoji={choice} />
            </div>
          ))}
        </div>
        <p class="name ellipsis" aria-live="polite">
          {found.length === 0 ? t.noEmoji : `:${found[active.value]?.emoji.names[0] ?? ''}:`}
        </p>
      </div>
    </Popover>
  )
}

interface Choice {
  readonly key: string
  readonly names: readonly string[]
  readonly popularity: number
  readonly choice: EmojiChoice
}

function choicesOf(unicode: readonly NamedEmoji[], realm: RealmEmoji): Choice[] {
  const own = Object.values(realm)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => choiceOf('realm_emoji', id, [name], OWN_POPULARITY))
  const standard = unicode.map(({ code, names }) =>
    choiceOf('unicode_emoji', code, names, popularityOf(code)),
  )
  return [...own, ...standard]
}

const choiceOf = (
  reaction_type: EmojiChoice['reaction_type'],
  emoji_code: string,
  names: readonly string[],
  popularity: number,
): Choice => ({
  key: `${reaction_type} ${emoji_code}`,
  names,
  popularity,
  choice: { emoji_name: names[0]!, emoji_code, reaction_type },
})
