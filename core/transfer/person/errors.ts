import { ApiError } from '../../platform/errors.ts'

export const tooManyPersonExports = (): ApiError => new ApiError('Exceeded rate limit.')

export const alreadyErased = (): ApiError => new ApiError("The person's data is erased already")

export const cannotEraseOnlyOwner = (): ApiError => new ApiError('Cannot erase the only organization owner')

export const noSuchPersonExport = (): ApiError => new ApiError('Invalid data export ID')

export const personExportNotFinished = (): ApiError => new ApiError('There is no finished export to delete')
