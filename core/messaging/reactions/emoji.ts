import { EXTRA_EMOJI } from '../../content/markdown/emoji/extra.ts'
import { unicodeEmojiByCode, unicodeEmojiByName } from '../../content/markdown/emoji/unicode.ts'
import { activeEmoji, checkRealmEmoji, type RealmEmoji } from '../../state/realm/custom-emoji.ts'
import { noSuchEmoji } from '../../state/realm/errors.ts'
import type { WireReaction } from '../messages/wire.ts'
import { invalidEmojiCode, invalidEmojiName, invalidEmojiType } from './errors.ts'

export type ReactionType = WireReaction['reaction_type']

/** A reaction as a request names it. */
export interface NamedEmoji {
  readonly name: string | undefined
  readonly code: string | undefined
  readonly type: string | undefined
}

/** Identifies an emoji; a user can react with each emoji once. */
export interface EmojiKey {
  readonly code: string
  readonly type: string
}

/**
 * Returns the key of the emoji with this name. `custom` are the organization's emoji. Throws `noSuchEmoji`.
 */
export function emojiKeyByName(name: string, custom: readonly RealmEmoji[]): EmojiKey {
  const realmEmoji = activeEmoji(custom, name)
  if (realmEmoji !== undefined) return { code: String(realmEmoji.id), type: 'realm_emoji' }
  if (name === EXTRA_EMOJI) return { code: name, type: 'zulip_extra_emoji' }
  const unicode = unicodeEmojiByName(name)
  if (unicode !== undefined) return { code: unicode.code, type: 'unicode_emoji' }
  throw noSuchEmoji(name)
}

/** Throws unless an emoji has this type, code and name. `custom` are the organization's emoji. */
export function checkEmoji(name: string, { code, type }: EmojiKey, custom: readonly RealmEmoji[]): void {
  switch (type as ReactionType) {
    case 'unicode_emoji':
      if (unicodeEmojiByCode(code) === undefined) throw invalidEmojiCode()
      if (unicodeEmojiByName(name)?.code !== code) throw invalidEmojiName()
      return
    case 'zulip_extra_emoji':
      if (code !== EXTRA_EMOJI) throw invalidEmojiCode()
      if (name !== code) throw invalidEmojiName()
      return
    case 'realm_emoji':
      checkRealmEmoji(custom, name, code)
      return
    default:
      throw invalidEmojiType()
  }
}
