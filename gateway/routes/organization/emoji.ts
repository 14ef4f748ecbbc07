import { MAX_CUSTOM_EMOJI, MAX_EMOJI_FILE_SIZE_MIB } from '../../../config/limits.ts'
import {
  addEmoji,
  checkCanAddEmoji,
  checkEmojiName,
  emojiFiles,
} from '../../../core/organization/emoji/add.ts'
import { deactivateEmoji } from '../../../core/organization/emoji/deactivate.ts'
import {
  cannotOverrideEmoji,
  emojiNameEndsWrong,
  emojiNameMissing,
  emojiNameTaken,
  emojiNameTooLong,
  invalidEmojiNameCharacters,
  mustManageEmoji,
  noSuchCustomEmoji,
  tooManyEmoji,
} from '../../../core/organization/emoji/errors.ts'
import { insufficientPermission } from '../../../core/platform/errors.ts'
import { newPictureName } from '../../../core/state/pictures/path.ts'
import { wireEmoji } from '../../../core/state/realm/custom-emoji.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { emoji } from '../../../core/state/wire/realm-lists.ts'
import { makeVersions } from '../../../storage/images/small-pictures.ts'
import { storePicture } from '../../../storage/images/store-picture.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { line, path } from '../../http/endpoint/parameter.ts'
import { pictureErrors, receivePicture } from '../../pictures/receive.ts'
import type { Services } from '../../services.ts'

const PICTURE = { what: 'file', maxMib: MAX_EMOJI_FILE_SIZE_MIB }

/** The custom emoji of the organization. */
export function emojiRoutes(services: Services) {
  const { core, decoder } = services
  return [
    endpoint({
      method: 'GET',
      path: '/realm/emoji',
      access: 'user',
      summary: "Get the organization's custom emoji, including deactivated ones",
      description:
        'Deactivated emoji are shown in old messages and reactions, but cannot be used in new ones.',
      response: { emoji: emoji.describe('The emoji by their ids.') },
      handler: async ({ realm }) => {
        return { emoji: wireEmoji(realm.id, realm.lists.emoji) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/realm/emoji/{emoji_name}',
      access: 'member',
      summary: 'Add a custom emoji',
      description: `The file is one picture of at most ${MAX_EMOJI_FILE_SIZE_MIB} MiB. An animated GIF or WebP stays animated; of other animations, such as animated PNG and AVIF files, the first frame is kept, and \`still_url\` is null. The name of a deactivated emoji may be used again. Everyone gets a \`realm_emoji\` event with all emoji.`,
      permission:
        'Members of `can_add_custom_emoji_group`. Only administrators may use the name of a Unicode emoji.',
      params: {
        emoji_name: path(line(), {
          description:
            'The name, of lowercase English letters, digits, dashes and underscores. A space becomes an underscore.',
          example: 'bravo',
        }),
      },
      file: 'filename',
      errors: [
        when('The name is empty.', emojiNameMissing()),
        when('The name is too long.', emojiNameTooLong(60)),
        when('The name ends with a dash or an underscore.', emojiNameEndsWrong()),
        when('The name contains another character.', invalidEmojiNameCharacters()),
        when('Another active custom emoji has the name.', emojiNameTaken()),
        when('A Unicode emoji has the name, and you are not an administrator.', cannotOverrideEmoji()),
        when('The organization has the maximum of emoji.', tooManyEmoji(MAX_CUSTOM_EMOJI)),
        when('The whole list would have too many bytes.', listTooLarge('customEmoji')),
        when('You are not in `can_add_custom_emoji_group`.', insufficientPermission()),
        ...pictureErrors(PICTURE),
      ],
      handler: async (call) => {
        const { realm, user, params } = call
        const name = checkEmojiName(params.emoji_name)
        await realm.withFreshState(() => checkCanAddEmoji(realm, user, name))
        const { image, still, extension } = await receivePicture(call, PICTURE, (bytes) =>
          makeVersions(decoder, 'emoji', bytes),
        )
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
      description:
        'Old messages and reactions keep it; its name becomes free. Everyone gets a `realm_emoji` event with all emoji.',
      permission:
        'Administrators, and the user who added the emoji if still in `can_add_custom_emoji_group`.',
      params: { emoji_name: path(line(), { description: 'The name of the emoji.', example: 'bravo' }) },
      errors: [
        when('No active custom emoji has the name.', noSuchCustomEmoji('bravo')),
        when('You are not an administrator and did not add the emoji.', mustManageEmoji()),
      ],
      handler: ({ caller, params }) => deactivateEmoji(caller, params.emoji_name),
    }),
  ] as const
}
