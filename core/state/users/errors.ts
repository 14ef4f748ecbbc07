import { ApiError } from '../../platform/errors.ts'

export const noSuchUser = (): ApiError => new ApiError('No such user')

export const userIsDeactivated = (): ApiError => new ApiError('User is deactivated')

export const invalidUserId = (id: number): ApiError => new ApiError(`Invalid user ID: ${id}`)

export const invalidCharactersInName = (): ApiError => new ApiError('Invalid characters in name!')

export const nameNotUnique = (): ApiError => new ApiError('Unique names required in this organization.')

export const nameTooLong = (): ApiError => new ApiError('Name too long!')

export const nameTooShort = (): ApiError => new ApiError('Name too short!')

export const invalidNameFormat = (): ApiError => new ApiError('Invalid format!')

export const invalidEmail = (email: string): ApiError => new ApiError(`Invalid email '${email}'`)

export const accountDeactivated = (): ApiError =>
  new ApiError('Account is deactivated', { code: 'USER_DEACTIVATED', status: 401 })

export const accountIsMerged = (): ApiError => new ApiError('The account was merged into another one')

export const accountIsMerging = (): ApiError => new ApiError('A merge of the account is not finished')

export const personIsErased = (): ApiError => new ApiError("The person's data is erased")
