import { ApiError } from '../../platform/errors.ts'

export const tooManyExports = (): ApiError => new ApiError('Exceeded rate limit.')

export const exportTooLarge = (contact: string): ApiError =>
  new ApiError(`Please request a manual export from ${contact}.`)

export const noOwnerConsents = (contact: string): ApiError =>
  new ApiError(
    `Make sure at least one Organization Owner is consenting to the export or contact ${contact} for help.`,
  )

export const noOwnerIsKnown = (contact: string): ApiError =>
  new ApiError(
    `Make sure at least one Organization Owner allows other Administrators to see their email address or contact ${contact} for help.`,
  )

export const noSuchExport = (): ApiError => new ApiError('Invalid data export ID')

export const exportAlreadyDeleted = (): ApiError => new ApiError('Export already deleted')

export const exportFailed = (): ApiError => new ApiError('Export failed, nothing to delete')

export const exportInProgress = (): ApiError => new ApiError('Export still in progress')
