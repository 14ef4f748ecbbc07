import { ApiError } from '../../platform/errors.ts'

export const avatarChangesDisabled = (): ApiError =>
  new ApiError('Avatar changes are disabled in this organization.')

export const newEmailTaken = (): ApiError => new ApiError('New email value error: Already has an account.')

export const wrongPassword = (): ApiError => new ApiError('Wrong password!')

export const weakPassword = (): ApiError => new ApiError('New password is too weak!')

export const passwordTooWeak = (): ApiError => new ApiError('The password is too weak.')

export const onlyOwnerMustStay = (): ApiError =>
  new ApiError('The owner permission cannot be removed from the only organization owner.')

export const mayNotCreateUsers = (): ApiError => new ApiError('User not authorized to create users')

export const emailInUse = (): ApiError => new ApiError('Email is already in use.')

export const cannotDeactivateOnlyOwner = (): ApiError =>
  new ApiError('Cannot deactivate the only organization owner')

/** The same for unknown users and wrong passwords, so that nobody learns which addresses have accounts. */
export const wrongCredentials = (): ApiError =>
  new ApiError('Your username or password is incorrect', { code: 'AUTHENTICATION_FAILED', status: 401 })

export const emailChangesDisabled = (): ApiError =>
  new ApiError('Email address changes are disabled in this organization.')

export const alreadyHasAccount = (): ApiError => new ApiError('Already has an account.')

export const draftsNotSynchronized = (): ApiError => new ApiError('User has disabled synchronizing drafts.')

export const mayNotChangeEmails = (): ApiError => new ApiError('User not authorized to change user emails')

export const invalidNewEmail = (): ApiError => new ApiError('Invalid new email address.')

export const guestAdministrator = (): ApiError => new ApiError('Guests cannot be organization administrators')
