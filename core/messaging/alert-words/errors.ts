import { MAX_ALERT_WORDS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const tooManyAlertWords = (): ApiError =>
  new ApiError(`You cannot have more than ${MAX_ALERT_WORDS} alert words.`)
