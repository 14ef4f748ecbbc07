import { EXTRA_EMOJI } from '../../content/markdown/emoji/extra.ts'
import { unicodeEmojiByCode, unicodeEmojiByName } from '../../content/markdown/emoji/unicode.ts'
import { ApiError } from '../../platform/errors.ts'
import { activeEmoji, checkRealmEmoji, type RealmEmoji } from '../../state/realm/custom-emoji.ts'
import type { WireReaction } from '../messages/wire.ts'

export type ReactionType = WireReaction['reaction_type']

/** A reaction as a request names it. */
export interface NamedEmoji {
  readonly name: string | undefined
  readonly code: string | undefined
  readonly type: string | undefined
}

/** What tells one reaction from another. */
export interface ReactionKey {
  readonly code: string
  readonly type: string
}

/** The key of the emoji with that name. Throws when there is none. */
export function keyByName(name: string, own: readonly RealmEmoji[]): ReactionKey {
  const custom = activeEmoji(own, name)
  if (custom !== undefined) return { code: String(custom.id), type: 'realm_emoji' }
  if (name === EXTRA_EMOJI) return { code: name, type: 'zulip_extra_emoji' }
  const unicode = unicodeEmojiByName(name)
  if (unicode !== undefined) return { code: unicode.code, type: 'unicode_emoji' }
  throw new ApiError(`Emoji '${name}' does not exist`)
}

/** Throws unless there is an emoji of that type with that code and name. */
export function checkEmoji(name: string, { code, type }: ReactionKey, own: readonly RealmEmoji[]): void {
  switch (type as ReactionType) {
    case 'unicode_emoji':
      if (unicodeEmojiByCode(code) === undefined) throw new ApiError('Invalid emoji code')
      if (unicodeEmojiByName(name)?.code !== code) throw new ApiError('Invalid emoji name')
      return
    case 'zulip_extra_emoji':
      if (code !== EXTRA_EMOJI) throw new ApiError('Invalid emoji code')
      if (name !== code) throw new ApiError('Invalid emoji name')
      return
    case 'realm_emoji':
      checkRealmEmoji(own, name, code)
      return
    default:
      throw new ApiError('Invalid emoji type')
  }
}
