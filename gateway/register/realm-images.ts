import { z } from 'zod'
import { MAX_ICON_FILE_SIZE_MIB, MAX_LOGO_FILE_SIZE_MIB } from '../../config/limits.ts'
import { realmIcon, realmLogo } from '../../core/state/realm/images.ts'
import { slice } from './slice.ts'

/** The icon and the logos of the organization. */
export const realmImages = slice({
  selectedBy: 'realm',
  response: {
    realm_icon_url: z.string(),
    realm_icon_source: z.string(),
    max_icon_file_size_mib: z.int(),
    realm_logo_url: z.string(),
    realm_logo_source: z.string(),
    realm_night_logo_url: z.string(),
    realm_night_logo_source: z.string(),
    max_logo_file_size_mib: z.int(),
  },
  read: ({ view: { record } }) => {
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
