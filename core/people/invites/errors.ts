import { ApiError } from '../../platform/errors.ts'
import type { LinkState } from './look-up.ts'

/** A link cannot be used; `state` says why. */
export const badJoinLink = (state: Exclude<LinkState, 'valid'>): ApiError =>
  new ApiError('Invalid confirmation link', { code: 'BAD_JOIN_LINK', status: 404, extra: { state } })

export const invitationRequired = (): ApiError =>
  new ApiError('This organization requires an invitation to join.', { code: 'INVITATION_REQUIRED' })

export const noAddress = (): ApiError => new ApiError('You must specify at least one email address.')

export const invalidChannel = (id: number): ApiError =>
  new ApiError(`Invalid channel ID ${id}. No invites were sent.`)

export const cannotSubscribeOthers = (): ApiError =>
  new ApiError('You do not have permission to subscribe other users to channels.')

export const noSuchInvitation = (): ApiError => new ApiError('No such invitation')

export const alreadyRevoked = (): ApiError => new ApiError('Invitation has already been revoked')
