import type { RealmId, UserId } from '../../platform/ids.ts'
import { firstFrameName, picturePath, pictureUrl } from '../pictures/path.ts'
import { customEmojiDeactivated, invalidCustomEmoji, invalidCustomEmojiName } from './errors.ts'

/** A custom emoji of an organization. */
export interface RealmEmoji {
  readonly id: number
  readonly name: string
  readonly authorId: UserId | null
  /** Deactivated emoji can no longer be used, but are still shown where they were used. */
  readonly isDeactivated: boolean
  readonly fileName: string
  readonly isAnimated: boolean
}

/** A custom emoji as clients see it. */
export interface WireEmoji {
  readonly id: string
  readonly name: string
  readonly source_url: string
  /** The first frame of an animated emoji; null for others. */
  readonly still_url: string | null
  readonly deactivated: boolean
  readonly author_id: UserId | null
}

/** The path of the picture below the organization's address. */
export const emojiUrl = (realm: RealmId, { fileName }: Pick<RealmEmoji, 'fileName'>): string =>
  pictureUrl(picturePath(realm, 'emoji', fileName))

const stillUrl = (realm: RealmId, { fileName }: RealmEmoji): string =>
  pictureUrl(picturePath(realm, 'emoji', firstFrameName(fileName)))

/** All custom emoji by id, including deactivated ones. */
export function wireEmoji(realm: RealmId, emoji: readonly RealmEmoji[]): Record<string, WireEmoji> {
  return Object.fromEntries(
    emoji.map((custom) => [
      custom.id,
      {
        id: String(custom.id),
        name: custom.name,
        source_url: emojiUrl(realm, custom),
        still_url: custom.isAnimated ? stillUrl(realm, custom) : null,
        deactivated: custom.isDeactivated,
        author_id: custom.authorId,
      },
    ]),
  )
}

/** Throws unless there is an active emoji with this code and name. */
export function checkRealmEmoji(emoji: readonly RealmEmoji[], name: string, code: string): void {
  const found = emoji.find((custom) => String(custom.id) === code)
  if (found === undefined) throw invalidCustomEmoji()
  if (found.name !== name) throw invalidCustomEmojiName()
  if (found.isDeactivated) throw customEmojiDeactivated()
}

/** The active emoji with this name. */
export const activeEmoji = (emoji: readonly RealmEmoji[], name: string): RealmEmoji | undefined =>
  emoji.find((custom) => custom.name === name && !custom.isDeactivated)
