import { ApiError } from '../../platform/errors.ts'
import { ADDRESS_FAULTS, type AddressFault } from '../../state/realm/email.ts'

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

export const addressRefused = (fault: AddressFault): ApiError => new ApiError(ADDRESS_FAULTS[fault])

export const newEmailRefused = (fault: AddressFault): ApiError =>
  new ApiError(`New email value error: ${ADDRESS_FAULTS[fault]}`)

/** The error for an account with an address that the organization does not allow. */
export function accountAddressRefused(fault: AddressFault, email: string): ApiError {
  switch (fault) {
    case 'malformed':
      return new ApiError(`Invalid email '${email}'`)
    case 'reserved':
      return new ApiError(`Email '${email}' is reserved for users who hide their address`)
    case 'contains-plus':
      return new ApiError('Email addresses containing + are not allowed in this organization')
    case 'other-domain':
      return new ApiError(`Email '${email}' not allowed in this organization`)
    case 'disposable':
      return new ApiError('Disposable email addresses are not allowed in this organization')
  }
}

export const guestAdministrator = (): ApiError => new ApiError('Guests cannot be organization administrators')

export const invalidConfirmationLink = (): ApiError =>
  new ApiError('Invalid confirmation link', { status: 404 })

/** The error for a link to choose another password that is not valid. */
export const badResetLink = (state: 'used' | 'expired' | 'unknown'): ApiError =>
  new ApiError('Invalid confirmation link', { code: 'BAD_RESET_LINK', status: 404, extra: { state } })

/** The error of DELETE /users/me for the only owner. */
export const lastOwner = (): ApiError =>
  new ApiError("You can't deactivate the only organization owner.", {
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    extra: { is_last_owner: true, entity: 'organization owner' },
  })
