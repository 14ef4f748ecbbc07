import { useStore } from '../app/use-store.ts'
import type { Conversation } from '../store/conversation.ts'
import { nameOf } from '../store/names.ts'
import { t } from '../texts/texts.ts'
import './composer.css'

/** Who writes in this conversation at the moment. Its height stays, so that nothing jumps. */
export function TypingLine({ conversation }: { conversation: Conversation }) {
  const store = useStore()
  const names = store.typing.writersIn(conversation).map((id) => nameOf(store, id))
  return (
    <div class="typing-line ellipsis" aria-live="polite">
      {names.length > 0 && t.isTyping(names)}
    </div>
  )
}
