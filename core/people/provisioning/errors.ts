import { ApiError } from '../../platform/errors.ts'

/** `scimType`: the kind of error of RFC 7644, section 3.12. */
const scimError = (message: string, status: number, code: string, scimType?: string): ApiError =>
  new ApiError(message, { code, status, extra: scimType === undefined ? {} : { scimType } })

export const invalidToken = (): ApiError =>
  scimError('The token is missing, wrong or revoked.', 401, 'UNAUTHORIZED')
export const noSuchResource = (id: string): ApiError =>
  scimError(`Resource ${id.slice(0, 100)} not found`, 404, 'NOT_FOUND')
export const isTaken = (attribute: string): ApiError =>
  scimError(`Another resource has this ${attribute}`, 409, 'CONFLICT', 'uniqueness')
export const invalidValue = (message: string): ApiError =>
  scimError(message, 400, 'BAD_REQUEST', 'invalidValue')
export const lastOwnerStays = (): ApiError =>
  scimError('The last owner of the organization stays active', 403, 'LAST_OWNER')
export const ownerKeepsAddress = (): ApiError =>
  scimError('Owners change their address themselves', 403, 'OWNER_KEEPS_ADDRESS')
export const groupIsUsed = (): ApiError =>
  scimError('A permission, a channel or another group uses this group', 409, 'CONFLICT')

export const noSuchProvisioningToken = (): ApiError => new ApiError('No such token')
export const tooManyProvisioningTokens = (limit: number): ApiError =>
  new ApiError(`An organization has at most ${limit} tokens.`)
