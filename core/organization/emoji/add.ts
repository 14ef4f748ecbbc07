import { MAX_CUSTOM_EMOJI } from '../../../config/limits.ts'
import { EXTRA_EMOJI } from '../../content/markdown/emoji/extra.ts'
import { unicodeEmojiByName } from '../../content/markdown/emoji/unicode.ts'
import { claimPictures } from '../../content/pictures/pending.ts'
import { insufficientPermission } from '../../platform/errors.ts'
import type { RealmId } from '../../platform/ids.ts'
import { hasInRealm } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { firstFrameName, type PicturePath, picturePath } from '../../state/pictures/path.ts'
import { activeEmoji, type RealmEmoji } from '../../state/realm/custom-emoji.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { emitEmoji } from './deactivate.ts'
import { RealmEmoji as RealmEmojiRow } from './entity.ts'
import {
  cannotOverrideEmoji,
  emojiNameEndsWrong,
  emojiNameMissing,
  emojiNameTaken,
  emojiNameTooLong,
  invalidEmojiNameCharacters,
  tooManyEmoji,
} from './errors.ts'

const MAX_NAME_LENGTH = 60

export interface NewEmoji {
  readonly name: string
  readonly fileName: string
  readonly isAnimated: boolean
}

/** Returns the name as it will be stored. Throws when it is invalid. */
export function checkEmojiName(given: string): string {
  const name = given.trim().replaceAll(' ', '_')
  if (name === '') throw emojiNameMissing()
  if (!/^[0-9a-z_-]+$/.test(name)) throw invalidEmojiNameCharacters()
  if (/[_-]$/.test(name)) throw emojiNameEndsWrong()
  if (name.length > MAX_NAME_LENGTH) throw emojiNameTooLong(MAX_NAME_LENGTH)
  return name
}

/** Throws unless the caller may add an emoji of that name, by the state in memory. */
export function checkCanAddEmoji(realm: RealmView, caller: UserRecord, name: string): void {
  const user = realm.users.get(caller.id) ?? caller
  if (!hasInRealm(realm, user, 'can_add_custom_emoji_group')) throw insufficientPermission()
  if (activeEmoji(realm.lists.emoji, name) !== undefined) throw emojiNameTaken()
  const isBuiltIn = name === EXTRA_EMOJI || unicodeEmojiByName(name) !== undefined
  if (isBuiltIn && !isAdministrator(user)) throw cannotOverrideEmoji()
  if (realm.lists.emoji.length >= MAX_CUSTOM_EMOJI) throw tooManyEmoji(MAX_CUSTOM_EMOJI)
}

/**
 * Adds an emoji whose files are stored, and emits all emoji. Throws when the caller may not add an emoji of
 * that name.
 */
export async function addEmoji(caller: Caller, { name, fileName, isAnimated }: NewEmoji): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    checkCanAddEmoji(realm, actor, name)
    await claimPictures(tx, emojiFiles(realm.id, fileName, isAnimated))
    const values = { name, authorId: actor.id, isDeactivated: false, fileName, isAnimated }
    const id = await tx.em.insert(RealmEmojiRow, { realmId: realm.id, ...values })
    const added: RealmEmoji = { id, ...values }
    await growList(tx, realm, actor.id, 'customEmoji', growthBy(realm.lists.emoji, [added]))
    emitEmoji(tx, realm, [...realm.lists.emoji, added])
  })
}

/** The paths of an emoji's picture and, when it is animated, of its first frame. */
export function emojiFiles(realm: RealmId, fileName: string, isAnimated: boolean): PicturePath[] {
  const names = isAnimated ? [fileName, firstFrameName(fileName)] : [fileName]
  return names.map((name) => picturePath(realm, 'emoji', name))
}
