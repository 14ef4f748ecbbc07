import { EXTRA_EMOJI } from '../../content/markdown/emoji/extra.ts'
import { unicodeEmojiByCode, unicodeEmojiByName } from '../../content/markdown/emoji/unicode.ts'
import { activeEmoji, checkRealmEmoji, type RealmEmoji } from '../../state/realm/custom-emoji.ts'
import { noSuchEmoji } from '../../state/realm/errors.ts'
import { invalidEmojiCode, invalidEmojiName } from './errors.ts'

export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const
export type ReactionType = (typeof REACTION_TYPES)[number]

/** An emoji in a request: a name, with code and type where the name alone is ambiguous. */
export interface NamedEmoji {
  readonly name: string
  readonly code?: string
  readonly type?: ReactionType
}

/** An emoji with name, code and type. */
export interface ResolvedEmoji {
  readonly name: string
  readonly code: string
  readonly type: ReactionType
}

/**
 * Resolves the emoji of a request. A name alone is looked up; code and type must agree with the name. Throws
 * BAD_REQUEST.
 */
export function resolveEmoji({ name, code, type }: NamedEmoji, own: readonly RealmEmoji[]): ResolvedEmoji {
  if (code === undefined || type === undefined) {
    const found = lookUp(name, own)
    return checked({ name, code: code ?? found.code, type: type ?? found.type }, own)
  }
  return checked({ name, code, type }, own)
}

function lookUp(name: string, own: readonly RealmEmoji[]): ResolvedEmoji {
  const custom = activeEmoji(own, name)
  if (custom !== undefined) return { name, code: String(custom.id), type: 'realm_emoji' }
  if (name === EXTRA_EMOJI) return { name, code: name, type: 'zulip_extra_emoji' }
  const emoji = unicodeEmojiByName(name)
  if (emoji === undefined) throw noSuchEmoji(name)
  return { name, code: emoji.code, type: 'unicode_emoji' }
}

function checked(emoji: ResolvedEmoji, own: readonly RealmEmoji[]): ResolvedEmoji {
  const { name, code, type } = emoji
  switch (type) {
    case 'realm_emoji':
      checkRealmEmoji(own, name, code)
      return emoji
    case 'zulip_extra_emoji':
      if (code !== EXTRA_EMOJI) throw invalidEmojiCode()
      if (name !== code) throw invalidEmojiName()
      return emoji
    case 'unicode_emoji':
      if (unicodeEmojiByCode(code) === undefined) throw invalidEmojiCode()
      if (unicodeEmojiByName(name)?.code !== code) throw invalidEmojiName()
      return emoji
  }
}
