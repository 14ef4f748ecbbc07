import { useCallback } from 'preact/hooks'
import { showsEmojiAsText } from '../../emoji/emoji-set.ts'
import { useStore } from '../../store/use-store.ts'
import { addControls } from './content-controls.ts'
import { markFoundWords } from './found-words.tsx'
import { markAlertWords } from './mark-alert-words.ts'
import './message-content.css'
import { safeFragment } from './safe-fragment.ts'

interface Props {
  readonly id: number
  readonly html: string
  readonly me: number
  /** The reader's alert words, of which the message has at least one; otherwise none. */
  readonly alertWords?: readonly string[] | undefined
}

const NO_WORDS: readonly string[] = []

/** The HTML of a message from the server, sanitized again, with its interactive parts. */
export function MessageContent({ id, html, me, alertWords = NO_WORDS }: Props) {
  const store = useStore()
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const playgrounds = store.playgrounds.value
  const emojiAsText = showsEmojiAsText(store)
  // A layout effect would come after the list has measured the message.
  const fill = useCallback(
    (box: HTMLDivElement | null) => {
      if (box === null) return
      try {
        const fragment = safeFragment(html, { me, uses24Hours, showsEmojiAsText: emojiAsText })
        markFoundWords(fragment)
        markAlertWords(fragment, alertWords)
        addControls(store, fragment, id, playgrounds)
        box.replaceChildren(fragment)
      } catch (error) {
        // The other messages are shown all the same.
        reportError(error)
      }
    },
    [id, html, me, uses24Hours, emojiAsText, playgrounds, alertWords],
  )
  return <div class="message-content" dir="auto" ref={fill} />
}
