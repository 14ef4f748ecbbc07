import { z } from 'zod'
import { MAX_ICON_FILE_SIZE_MIB, MAX_LOGO_FILE_SIZE_MIB } from '../../config/limits.ts'
import { realmIcon, realmLogo } from '../../core/state/realm/images.ts'
import { sharedSlice } from './slice.ts'

/** The icon and the logos of the organization. */
export const realmImages = sharedSlice({
  selectedBy: 'realm',
  response: {
    realm_icon_url: z.string().describe('The address of the icon.'),
    realm_icon_source: z
      .string()
      .describe('`U` for an uploaded icon, `D` for one of this server, `G` for one of Gravatar.'),
    max_icon_file_size_mib: z.int().describe('The size of an icon at most, in MiB.'),
    realm_logo_url: z.string().describe('The address of the logo.'),
    realm_logo_source: z.string().describe('`U` for an uploaded logo, `D` for the default one.'),
    realm_night_logo_url: z.string().describe('The address of the logo for the dark theme.'),
    realm_night_logo_source: z.string().describe('As `realm_logo_source`, for the dark theme.'),
    max_logo_file_size_mib: z.int().describe('The size of a logo at most, in MiB.'),
  },
  readShared: ({ record }) => {
    const icon = realmIcon(record)
    const logo = realmLogo(record, 'logo')
    const nightLogo = realmLogo(record, 'night_logo')
    return {
      realm_icon_url: icon.url,
      realm_icon_source: icon.source,
      max_icon_file_size_mib: MAX_ICON_FILE_SIZE_MIB,
      realm_logo_url: logo.url,
      realm_logo_source: logo.source,
      realm_night_logo_url: nightLogo.url,
      realm_night_logo_source: nightLogo.source,
      max_logo_file_size_mib: MAX_LOGO_FILE_SIZE_MIB,
    }
  },
})
