import { ApiError } from '../../platform/errors.ts'

export const avatarChangesDisabled = (): ApiError =>
  new ApiError('Avatar changes are disabled in this organization.')

export const newEmailTaken = (): ApiError => new ApiError('New email value error: Already has an account.')

export const wrongPassword = (): ApiError => new ApiError('Wrong password!')

export const weakPassword = (): ApiError => new ApiError('New password is too weak!')

export const passwordTooWeak = (): ApiError => new ApiError('The password is too weak.')

export const onlyOwnerMustStay = (): ApiError =>
  new ApiError('The owner permission cannot be removed from the only organization owner.')

export const cannotCreateUsers = (): ApiError => new ApiError('User not authorized to create users')

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

export const cannotChangeEmails = (): ApiError => new ApiError('User not authorized to change user emails')

export const invalidNewEmail = (): ApiError => new ApiError('Invalid new email address.')

export const guestAdministrator = (): ApiError => new ApiError('Guests cannot be organization administrators')

export const invalidConfirmationLink = (): ApiError =>
  new ApiError('Invalid confirmation link', { status: 404 })

/** The error of DELETE /users/me for the only owner. */
export const lastOwner = (): ApiError =>
  new ApiError("You can't deactivate the only organization owner.", {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    extra: { is_last_owner: true, entity: 'organization owner' },
  })
