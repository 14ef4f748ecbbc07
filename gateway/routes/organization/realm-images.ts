import { z } from 'zod'
import { MAX_ICON_FILE_SIZE_MIB, MAX_LOGO_FILE_SIZE_MIB } from '../../../config/limits.ts'
import { changeRealmImage } from '../../../core/organization/settings/change-image.ts'
import { notA } from '../../../core/platform/errors.ts'
import { newPictureName, picturePath } from '../../../core/state/pictures/path.ts'
import type { RealmImageName } from '../../../core/state/realm/images.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { makeVersions } from '../../../storage/images/small-pictures.ts'
import { storePicture } from '../../../storage/images/store-picture.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json, query } from '../../http/endpoint/parameter.ts'
import { missing } from '../../http/parameters/parameter-errors.ts'
import { pictureErrors, receivePicture } from '../../pictures/receive.ts'
import type { Services } from '../../services.ts'

const ICON = { what: 'icon', maxMib: MAX_ICON_FILE_SIZE_MIB }
const night = {
  description:
    'Whether the logo is for the dark theme. Also taken from a form field beside the file, where it must be if it is not here.',
  example: true,
}
const iconUrl = z.string().describe('The address of the icon that is shown now.')
const SHOWN = 'Everyone gets the event `realm` with the operation `update_dict`.'
const LOGO = { what: 'logo', maxMib: MAX_LOGO_FILE_SIZE_MIB }

const logoName = (isNight: boolean): RealmImageName => (isNight ? 'night_logo' : 'logo')

/**
 * Reads `night` from the form field that clients send beside the file. Throws when it is missing or not a
 * boolean.
 */
function parseNight(fields: ReadonlyMap<string, string>): boolean {
  const text = fields.get('night')
  if (text === undefined) throw missing('night')
  if (text !== 'true' && text !== 'false') throw notA('night', 'boolean')
  return text === 'true'
}

/** The icon and the logos of the organization. */
export function realmImageRoutes(services: Services) {
  const { core, decoder } = services
  const storeImage = (realm: RealmState, user: UserRecord, name: RealmImageName, image: Buffer) => {
    const path = picturePath(realm.id, 'realm', newPictureName('png'))
    return storePicture(services, realm, user, new Map([[path, image]]), () =>
      changeRealmImage({ core, realm, user }, name, path),
    )
  }
  return [
    endpoint({
      method: 'POST',
      path: '/realm/icon',
      access: 'administrator',
      summary: "Upload the organization's icon",
      description: `The icon replaces the former one. ${SHOWN}`,
      file: 'filename',
      response: { icon_url: iconUrl },
      errors: pictureErrors(ICON),
      handler: async (call) => {
        const image = await receivePicture(call, ICON, (bytes) => makeVersions(decoder, 'icon', bytes))
        return { icon_url: (await storeImage(call.realm, call.user, 'icon', image)).url }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/icon',
      access: 'administrator',
      summary: "Delete the organization's icon",
      description: `Clients then show an icon that the server draws. ${SHOWN}`,
      response: { icon_url: iconUrl },
      handler: async ({ caller }) => ({
        icon_url: (await changeRealmImage(caller, 'icon', null)).url,
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/logo',
      access: 'administrator',
      summary: "Upload the organization's logo for the light or dark theme",
      description: `The logo replaces the former one. ${SHOWN}`,
      params: { night: query(z.boolean().optional(), night) },
      file: 'filename',
      errors: [
        when('`night` is given nowhere.', missing('night')),
        when('`night` in the form is neither `true` nor `false`.', notA('night', 'boolean')),
        ...pictureErrors(LOGO),
      ],
      handler: async (call) => {
        const { image, name } = await receivePicture(call, LOGO, async (bytes, fields) => ({
          name: logoName(call.params.night ?? parseNight(fields)),
          image: await makeVersions(decoder, 'logo', bytes),
        }))
        await storeImage(call.realm, call.user, name, image)
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/logo',
      access: 'administrator',
      summary: "Delete the organization's logo for the light or dark theme",
      description: SHOWN,
      params: {
        night: json(z.boolean(), {
          description: 'Whether to delete the logo for the dark theme.',
          example: true,
        }),
      },
      handler: async ({ caller, params }) => {
        await changeRealmImage(caller, logoName(params.night), null)
      },
    }),
  ] as const
}
