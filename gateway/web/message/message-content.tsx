import { useLayoutEffect, useRef } from 'preact/hooks'
import { useStore } from '../app/use-store.ts'
import { showsEmojiAsText } from '../emoji/emoji-set.ts'
import { addControls } from './content-controls.ts'
import './message-content.css'
import { safeFragment } from './safe-fragment.ts'

interface Props {
  readonly id: number
  readonly html: string
  readonly me: number
}

/** The HTML of a message from the server, sanitized again, with its interactive parts. */
export function MessageContent({ id, html, me }: Props) {
  const store = useStore()
  const box = useRef<HTMLDivElement>(null)
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const playgrounds = store.playgrounds.value
  const emojiAsText = showsEmojiAsText(store)
  useLayoutEffect(() => {
    const fragment = safeFragment(html, { me, uses24Hours, showsEmojiAsText: emojiAsText })
    addControls(fragment, playgrounds)
    box.current!.replaceChildren(fragment)
  }, [id, html, me, uses24Hours, emojiAsText, playgrounds])
  return <div class="message-content" dir="auto" ref={box} />
}
