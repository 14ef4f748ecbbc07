import { ApiError } from '../../platform/errors.ts'

export const tooSmall = (name: string): ApiError => new ApiError(`${name} is too small`)

export const tooLarge = (name: string): ApiError => new ApiError(`${name} is too large`)

export const invalidCharactersIn = (name: string): ApiError => new ApiError(`Invalid characters in ${name}!`)

export const badSettingValue = (name: string, value: unknown): ApiError =>
  new ApiError(`Bad value for '${name}': ${value}`)

export const invalidAuthenticationMethod = (method: string, valid: string): ApiError =>
  new ApiError(`Invalid authentication method: ${method}. Valid methods are: [${valid}]`)

export const noAuthenticationMethod = (): ApiError =>
  new ApiError('At least one authentication method must be enabled.')

export const organizationNameTooLong = (limit: number): ApiError =>
  new ApiError(`Organization name is too long (limit: ${limit} characters)`)

export const invalidSubdomain = (): ApiError =>
  new ApiError('Subdomain can only have letters, digits and inner hyphens.')

export const invalidHostName = (): ApiError => new ApiError('Invalid host name.')

export const addressTaken = (): ApiError =>
  new ApiError('Subdomain or host name already in use. Please choose a different one.')

export const organizationNameEmpty = (): ApiError => new ApiError('Organization name cannot be empty.')
