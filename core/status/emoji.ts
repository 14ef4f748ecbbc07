import { ApiError } from '../errors.ts'
import { unicodeEmojiByCode, unicodeEmojiByName } from '../markdown/emoji/unicode.ts'

export const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const
export type ReactionType = (typeof REACTION_TYPES)[number]

/** An emoji as a request names it: a name, and how it is to be understood if that is not plain. */
export interface NamedEmoji {
  readonly name: string
  readonly code?: string
  readonly type?: ReactionType
}

/** An emoji beyond doubt. */
export interface ResolvedEmoji {
  readonly name: string
  readonly code: string
  readonly type: ReactionType
}

/** The one emoji of this protocol family's own; its code is its name. */
const EXTRA = 'zulip'

/**
 * The emoji a request means. A name alone is looked up; code and type, where given, must agree with it. Throws
 * BAD_REQUEST.
 */
export function resolveEmoji({ name, code, type }: NamedEmoji): ResolvedEmoji {
  if (code === undefined || type === undefined) {
    const found = lookUp(name)
    return checked({ name, code: code ?? found.code, type: type ?? found.type })
  }
  return checked({ name, code, type })
}

function lookUp(name: string): ResolvedEmoji {
  if (name === EXTRA) return { name, code: EXTRA, type: 'zulip_extra_emoji' }
  const emoji = unicodeEmojiByName(name)
  if (emoji === undefined) throw new ApiError(`Emoji '${name}' does not exist`)
  return { name, code: emoji.code, type: 'unicode_emoji' }
}

function checked(emoji: ResolvedEmoji): ResolvedEmoji {
  const { name, code, type } = emoji
  switch (type) {
    case 'realm_emoji':
      throw new ApiError('Invalid custom emoji.') // there are none yet
    case 'zulip_extra_emoji':
      if (code !== EXTRA) throw new ApiError('Invalid emoji code.')
      if (name !== code) throw new ApiError('Invalid emoji name.')
      return emoji
    case 'unicode_emoji':
      if (unicodeEmojiByCode(code) === undefined) throw new ApiError('Invalid emoji code.')
      if (unicodeEmojiByName(name)?.code !== code) throw new ApiError('Invalid emoji name.')
      return emoji
  }
}
