import { ApiError } from '../../platform/errors.ts'
import { SHARED_LISTS, type SharedList } from './lists.ts'

export const listTooLarge = (list: SharedList): ApiError => {
  const { name, bytes } = SHARED_LISTS[list]
  return new ApiError(`The ${name} of this organization are too large together (limit: ${bytes} bytes).`)
}
