import { ApiError } from '../../core/platform/errors.ts'

export const bigBlueButtonNotConfigured = (): ApiError => new ApiError('BigBlueButton is not configured.')

export const bigBlueButtonUnreachable = (): ApiError =>
  new ApiError('Error connecting to the BigBlueButton server.')

export const bigBlueButtonRefusesSecret = (): ApiError =>
  new ApiError('Error authenticating to the BigBlueButton server.')

export const bigBlueButtonFailed = (): ApiError =>
  new ApiError('BigBlueButton server returned an unexpected error.')

export const invalidMeetingSignature = (): ApiError => new ApiError('Invalid signature.')

export const zoomNotConfigured = (): ApiError => new ApiError('Zoom is not configured.')

export const invalidZoomToken = (): ApiError =>
  new ApiError('Invalid Zoom access token', { code: 'INVALID_ZOOM_TOKEN' })

export const zoomBusy = (): ApiError => new ApiError('Zoom accepts no more requests now. Try again later.')

export const zoomFailed = (): ApiError => new ApiError('Zoom cannot be reached, or answers unexpectedly.')

export const invalidZoomState = (): ApiError =>
  new ApiError('This visit to Zoom was begun by somebody else, or is too old.')

export const zoomRefused = (): ApiError => new ApiError('Zoom did not connect your account.')
