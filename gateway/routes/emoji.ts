import { MAX_EMOJI_FILE_SIZE_MIB } from '../../config/limits.ts'
import { addEmoji, checkCanAddEmoji, checkEmojiName, emojiFiles } from '../../core/organization/emoji/add.ts'
import { deactivateEmoji } from '../../core/organization/emoji/deactivate.ts'
import {
  cannotOverrideEmoji,
  emojiNameEndsWrong,
  emojiNameMissing,
  emojiNameTaken,
  emojiNameTooLong,
  invalidEmojiNameCharacters,
  noSuchCustomEmoji,
} from '../../core/organization/emoji/errors.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import { newPictureName } from '../../core/state/pictures/path.ts'
import { wireEmoji } from '../../core/state/realm/custom-emoji.ts'
import { emoji } from '../../core/state/wire/realm-lists.ts'
import { emojiVersions } from '../../storage/images/versions.ts'
import { endpoint } from '../http/endpoint.ts'
import { line, path } from '../http/parameter.ts'
import { pictureErrors, receivePicture, storePicture } from '../pictures/receive.ts'
import type { Services } from '../services.ts'

const PICTURE = { what: 'file', maxMib: MAX_EMOJI_FILE_SIZE_MIB }

/** The custom emoji of the organization. */
export function emojiRoutes(services: Services) {
  const { core } = services
  return [
    endpoint({
      method: 'GET',
      path: '/realm/emoji',
      access: 'user',
      summary: "Get the organization's custom emoji, including deactivated ones",
      response: { emoji },
      handler: async ({ realm }) => {
        return { emoji: wireEmoji(realm.id, realm.lists.emoji) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/realm/emoji/{emoji_name}',
      access: 'member',
      summary: 'Add a custom emoji',
      params: { emoji_name: path(line()) },
      file: 'filename',
      errors: [
        emojiNameMissing(),
        emojiNameTooLong(60),
        emojiNameEndsWrong(),
        invalidEmojiNameCharacters(),
        emojiNameTaken(),
        cannotOverrideEmoji(),
        insufficientPermission(),
        ...pictureErrors(PICTURE),
      ],
      handler: async (call) => {
        const { realm, user, params } = call
        const name = checkEmojiName(params.emoji_name)
        await realm.withFreshState(() => checkCanAddEmoji(realm, user, name))
        const { image, still, extension } = await receivePicture(call, PICTURE, emojiVersions)
        const fileName = newPictureName(extension)
        const isAnimated = still !== undefined
        const versions = isAnimated ? [image, still] : [image]
        const files = emojiFiles(realm.id, fileName, isAnimated)
        const stored = new Map(files.map((file, i) => [file, versions[i]!]))
        await storePicture(services, realm, user, stored, () =>
          addEmoji({ core, realm, user }, { name, fileName, isAnimated }),
        )
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/emoji/{emoji_name}',
      access: 'member',
      summary: 'Deactivate a custom emoji',
      params: { emoji_name: path(line()) },
      errors: [noSuchCustomEmoji('green_tick')],
      handler: ({ caller, params }) => deactivateEmoji(caller, params.emoji_name),
    }),
  ] as const
}
