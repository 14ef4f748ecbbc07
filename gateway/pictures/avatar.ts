import { MAX_AVATAR_FILE_SIZE_MIB } from '../../config/limits.ts'

export const AVATAR = { what: 'avatar', maxMib: MAX_AVATAR_FILE_SIZE_MIB }
