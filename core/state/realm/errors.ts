import { ApiError } from '../../platform/errors.ts'

export const mustBeAdministrator = (): ApiError => mustBe('administrator')

export const mustBeOwner = (): ApiError => mustBe('owner')

const mustBe = (role: string): ApiError =>
  new ApiError(`Must be an organization ${role}`, { code: 'UNAUTHORIZED_PRINCIPAL' })

export const realmDeactivated = (): ApiError =>
  new ApiError('This organization has been deactivated', { code: 'REALM_DEACTIVATED', status: 401 })

export const invalidCustomEmoji = (): ApiError => new ApiError('Invalid custom emoji.')

export const invalidCustomEmojiName = (): ApiError => new ApiError('Invalid custom emoji name.')

export const customEmojiDeactivated = (): ApiError => new ApiError('This custom emoji has been deactivated.')

export const invalidDomain = (reason: string): ApiError => new ApiError(`Invalid domain: ${reason}`)

export const noSuchEmoji = (name: string): ApiError => new ApiError(`Emoji '${name}' does not exist`)
