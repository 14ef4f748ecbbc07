import { EmojiImage } from '../../emoji/emoji-image.tsx'
import type { Status } from '../../store/slices/presences.ts'
import { useStore } from '../../store/use-store.ts'
import type { EmojiChoice } from '../../store/verbs/react.ts'

/** The emoji of a status; undefined without one. */
export function emojiOfStatus(status: Status | undefined): EmojiChoice | undefined {
  const { emoji_name, emoji_code, reaction_type } = status ?? {}
  if (!emoji_name || !emoji_code || reaction_type === undefined) return undefined
  return { emoji_name, emoji_code, reaction_type }
}

/** A person's status. Nothing without one. */
export function StatusLine({ person }: { person: number }) {
  const status = useStore().statuses.value.get(person)
  const emoji = emojiOfStatus(status)
  if (emoji === undefined && !status?.status_text) return null
  return (
    <span class="status-line">
      {emoji && (
        <>
          <EmojiImage emoji={emoji} />
          {!status?.status_text && <span class="only-heard">:{emoji.emoji_name}:</span>}
        </>
      )}
      {status?.status_text && <span dir="auto">{status.status_text}</span>}
    </span>
  )
}
