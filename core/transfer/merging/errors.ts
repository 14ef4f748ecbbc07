import { ApiError } from '../../platform/errors.ts'

export const cannotMergeIntoItself = (): ApiError => new ApiError('An account cannot be merged into itself')

export const cannotMergeOneself = (): ApiError =>
  new ApiError('You cannot merge your own account into another one')

export const cannotMergeOwner = (): ApiError =>
  new ApiError('Cannot merge the only organization owner into another account')

export const mergeRunning = (): ApiError => new ApiError('Another merge of this organization is not finished')
