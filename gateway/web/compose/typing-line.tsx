import type { Conversation } from '../model/conversation.ts'
import { nameOf } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import './composer.css'

/** The users who type in this conversation now. Its height is constant, so that the page does not jump. */
export function TypingLine({ conversation }: { conversation: Conversation }) {
  const store = useStore()
  const names = store.typing.writersIn(conversation).map((id) => nameOf(store, id))
  return (
    <div class="typing-line ellipsis" aria-live="polite">
      {names.length > 0 && t.isTyping(names)}
    </div>
  )
}
