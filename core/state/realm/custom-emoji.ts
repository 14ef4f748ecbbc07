import type { RealmId, UserId } from '../../platform/ids.ts'
import { picturePath, pictureUrl, stillName } from '../pictures/path.ts'
import { customEmojiDeactivated, invalidCustomEmoji, invalidCustomEmojiName } from './errors.ts'

/** An emoji of an organization's own. */
export interface RealmEmoji {
  readonly id: number
  readonly name: string
  readonly authorId: UserId | null
  /** It can be used no more, and still shows where it was. */
  readonly isDeactivated: boolean
  readonly fileName: string
  readonly isAnimated: boolean
}

/** As clients see it. */
export interface WireEmoji {
  readonly id: string
  readonly name: string
  readonly source_url: string
  /** The first picture of an animated one; null for others. */
  readonly still_url: string | null
  readonly deactivated: boolean
  readonly author_id: UserId | null
}

/** Where the picture is, below the organization's address. */
export const emojiUrl = (realm: RealmId, { fileName }: Pick<RealmEmoji, 'fileName'>): string =>
  pictureUrl(picturePath(realm, 'emoji', fileName))

const stillUrl = (realm: RealmId, { fileName }: RealmEmoji): string =>
  pictureUrl(picturePath(realm, 'emoji', stillName(fileName)))

/** All of them by their ids, deactivated ones too. */
export function wireEmoji(realm: RealmId, emoji: readonly RealmEmoji[]): Record<string, WireEmoji> {
  return Object.fromEntries(
    emoji.map((one) => [
      one.id,
      {
        id: String(one.id),
        name: one.name,
        source_url: emojiUrl(realm, one),
        still_url: one.isAnimated ? stillUrl(realm, one) : null,
        deactivated: one.isDeactivated,
        author_id: one.authorId,
      },
    ]),
  )
}

/** Throws unless there is one with that code and name that can be used. */
export function checkRealmEmoji(emoji: readonly RealmEmoji[], name: string, code: string): void {
  const found = emoji.find((one) => String(one.id) === code)
  if (found === undefined) throw invalidCustomEmoji()
  if (found.name !== name) throw invalidCustomEmojiName()
  if (found.isDeactivated) throw customEmojiDeactivated()
}

/** The one that can be used under a name. */
export const activeEmoji = (emoji: readonly RealmEmoji[], name: string): RealmEmoji | undefined =>
  emoji.find((one) => one.name === name && !one.isDeactivated)
