import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { matches, type Narrow, narrowKey } from '../../model/narrow.ts'
import type { ServerEvent } from '../../model/wire.ts'
import { textOfHtml } from '../../parts/text-of-html.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'

/** Messages that arrive within this time are said together; of more than a few only the number is said. */
const WAIT_MS = 400
const MOST_SAID = 3
/** Most characters of a message that are said. */
const MOST_CHARACTERS = 300

/** Lets screen readers say new messages of the shown list, once they have finished their sentence. */
export function NewMessageRegion({ narrow }: { narrow: Narrow }) {
  const store = useStore()
  const said = useSignal('')
  useEffect(() => {
    let lines: string[] = []
    let count = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const say = () => {
      said.value = count > MOST_SAID ? t.newMessages(count) : lines.join('\n')
      lines = []
      count = 0
      timer = undefined
    }
    const heard = (event: ServerEvent) => {
      if (event.type !== 'message' || event.message.sender_id === store.me) return
      const message = { ...event.message, flags: event.flags }
      if (!matches(narrow, message, store.me, !store.isMuted(message))) return
      count++
      if (count <= MOST_SAID)
        lines.push(`${message.sender_full_name}: ${shortened(textOfHtml(message.content))}`)
      timer ??= setTimeout(say, WAIT_MS)
    }
    store.listeners.add(heard)
    return () => {
      store.listeners.delete(heard)
      clearTimeout(timer)
    }
  }, [store, narrowKey(narrow), said])
  return (
    <p class="only-heard new-messages" aria-live="polite">
      {said.value}
    </p>
  )
}

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`
