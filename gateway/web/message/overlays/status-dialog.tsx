import { useSignal } from '@preact/signals'
import SmilePlus from 'lucide/dist/esm/icons/face-slightly-smiling-plus.mjs'
import { useRef } from 'preact/hooks'
import { EmojiImage } from '../../emoji/emoji-image.tsx'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { useHeld } from '../../parts/held/use-held.tsx'
import { Icon } from '../../parts/icon.tsx'
import { usePlaced } from '../../saving/use-placed.tsx'
import { nameOf } from '../../store/derived/names.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { emojiNames } from '../../store/verbs/emoji-names.ts'
import { reasonOf } from '../../store/verbs/notice.ts'
import type { EmojiChoice } from '../../store/verbs/react.ts'
import { t } from '../../texts/texts.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import { STATUS } from './places.ts'
import { emojiOfStatus } from './status-line.tsx'
import { texts } from './texts.ts'
import './message-dialogs.css'
import './status-dialog.css'

/** Frequent statuses, with the code of an emoji. */
const SUGGESTIONS = [
  ['meeting', '1f4c5'],
  ['focusing', '1f3a7'],
  ['travelling', '1f68c'],
  ['ill', '1f912'],
  ['holiday', '1f334'],
  ['home', '1f3e0'],
] as const

const MOST_CHARACTERS = 60

/** When a status is removed. */
const ENDS = ['never', 'halfHour', 'hour', 'fourHours', 'today', 'week'] as const
type End = (typeof ENDS)[number]

/** The time of an end, in the time zone of the device. A week ends before Monday. */
function endOf(end: End): { readonly clear_at?: number } {
  const now = new Date()
  const midnight = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime() / 1000
  const inMinutes = (minutes: number) => Math.ceil(now.getTime() / 1000) + minutes * 60
  switch (end) {
    case 'never':
      return {}
    case 'halfHour':
      return { clear_at: inMinutes(30) }
    case 'hour':
      return { clear_at: inMinutes(60) }
    case 'fourHours':
      return { clear_at: inMinutes(240) }
    case 'today':
      return { clear_at: midnight(1) }
    case 'week':
      return { clear_at: midnight((8 - now.getDay()) % 7 || 7) }
  }
}

interface StatusDraft {
  readonly text: string
  /** `null`: none. */
  readonly emoji: EmojiChoice | null
}

const shownAs = (value: StatusDraft[keyof StatusDraft]): string =>
  value === null || typeof value === 'string' ? (value ?? '') : `:${value.emoji_name}:`

interface StatusDialogProps {
  /** Whose status it is, unless the reader's own. */
  readonly person?: number
  readonly onClose: () => void
}

/**
 * A status: a text and an emoji, from suggestions or free. Administrators also change the status of others.
 */
export function StatusDialog({ person, onClose }: StatusDialogProps) {
  const store = useStore()
  const isOwn = person === undefined || person === store.me
  const known = store.statuses.value.get(person ?? store.me)
  const { draft, set, choice, isDecided } = useHeld<StatusDraft>({
    text: known?.status_text ?? '',
    emoji: emojiOfStatus(known) ?? null,
  })
  const end = useSignal<End>('never')
  const isChoosing = useSignal(false)
  const { saving, save, refuse, at, problem, rest } = usePlaced(STATUS)
  const button = useRef<HTMLButtonElement>(null)
  const choose = ({ emoji_name, emoji_code, reaction_type }: EmojiChoice) =>
    set({ emoji: { emoji_name, emoji_code, reaction_type } })
  const shownChoice = (name: keyof StatusDraft) => saving.name !== 'saving' && choice(name, shownAs)
  async function put(status: StatusDraft): Promise<void> {
    if (saving.name === 'saving') return
    const change = {
      status_text: status.text.trim(),
      ...(status.emoji ?? { emoji_name: '' }),
      ...(status.text.trim() === '' && status.emoji === null ? {} : endOf(end.value)),
    }
    const isSaved = await save(() =>
      isOwn
        ? server.call('POST /users/me/status', change, { isRepeatable: true })
        : server.call('POST /users/{user_id}/status', { user_id: person, ...change }, { isRepeatable: true }),
    )
    if (isSaved) onClose()
  }
  async function suggest(name: (typeof SUGGESTIONS)[number][0], code: string): Promise<void> {
    set({ text: texts.statuses[name] })
    try {
      const named = (await emojiNames(store)).find((one) => one.code === code)
      if (named !== undefined)
        choose({ emoji_code: code, emoji_name: named.names[0]!, reaction_type: 'unicode_emoji' })
    } catch (error) {
      refuse(reasonOf(error), 'emoji')
    }
  }
  return (
    <Dialog title={isOwn ? texts.status : texts.statusOf(nameOf(store, person))} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isDecided()) void put(draft)
        }}
      >
        <div class="own-status">
          <button
            ref={button}
            id={at('emoji').id}
            aria-describedby={at('emoji')['aria-describedby']}
            type="button"
            class="button"
            aria-label={isOwn ? texts.statusEmoji : texts.emojiOfStatus}
            title={isOwn ? texts.statusEmoji : texts.emojiOfStatus}
            onClick={() => {
              isChoosing.value = true
            }}
          >
            {draft.emoji === null ? <Icon node={SmilePlus} size={18} /> : <EmojiImage emoji={draft.emoji} />}
          </button>
          <input
            {...at('status_text')}
            dir="auto"
            maxLength={MOST_CHARACTERS}
            autocomplete="off"
            aria-label={isOwn ? texts.statusText : texts.statusTextOfOther}
            placeholder={isOwn ? texts.statusText : texts.statusTextOfOther}
            value={draft.text}
            onInput={({ currentTarget }) => set({ text: currentTarget.value })}
          />
        </div>
        {problem('emoji', isOwn ? texts.statusEmoji : texts.emojiOfStatus)}
        {shownChoice('emoji')}
        {problem('status_text', isOwn ? texts.statusText : texts.statusTextOfOther)}
        {shownChoice('text')}
        {isChoosing.value && button.current && (
          <EmojiPicker
            anchor={button.current}
            onClose={() => {
              isChoosing.value = false
            }}
            onChoose={(chosen) => {
              isChoosing.value = false
              choose(chosen)
            }}
          />
        )}
        <fieldset class="suggested-statuses">
          <legend>{texts.suggestedStatuses}</legend>
          {SUGGESTIONS.map(([name, code]) => (
            <button key={name} type="button" class="button" onClick={() => void suggest(name, code)}>
              <EmojiImage emoji={{ emoji_code: code, emoji_name: name, reaction_type: 'unicode_emoji' }} />
              {texts.statuses[name]}
            </button>
          ))}
        </fieldset>
        <label class="status-end">
          {texts.statusEnd}
          <select
            {...at('clear_at')}
            value={end.value}
            onChange={({ currentTarget }) => {
              end.value = ENDS[currentTarget.selectedIndex]!
            }}
          >
            {ENDS.map((name) => (
              <option key={name} value={name}>
                {texts.statusEnds[name]}
              </option>
            ))}
          </select>
        </label>
        {problem('clear_at', texts.statusEnd)}
        {rest}
        <div class="buttons">
          {known !== undefined && (
            <button
              type="button"
              class="button"
              aria-disabled={saving.name === 'saving'}
              onClick={() => void put({ text: '', emoji: null })}
            >
              {texts.clearStatus}
            </button>
          )}
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
          <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
            {t.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
