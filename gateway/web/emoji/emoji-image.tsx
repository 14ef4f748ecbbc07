import { useStore } from '../store/use-store.ts'
import type { EmojiChoice } from '../store/verbs/react.ts'
import { emojiOf } from './emoji.ts'
import { showsEmojiAsText } from './emoji-set.ts'

/**
 * The picture of an emoji: Unicode characters, or the organization's image; for readers who want no pictures,
 * its name. The caller tells screen readers the name.
 */
export function EmojiImage({ emoji }: { emoji: EmojiChoice }) {
  const store = useStore()
  const { emoji_code, emoji_name, reaction_type } = emoji
  const name = (
    <span class="emoji-name" aria-hidden="true">
      :{emoji_name}:
    </span>
  )
  if (showsEmojiAsText(store)) return name
  if (reaction_type === 'unicode_emoji') {
    const character = emojiOf(emoji_code)
    if (character !== undefined)
      return (
        <span class="emoji" aria-hidden="true">
          {character}
        </span>
      )
  }
  const source = store.realmEmoji.value[emoji_code]?.source_url
  if (source !== undefined) return <img class="emoji" src={source} alt="" loading="lazy" />
  return name
}
