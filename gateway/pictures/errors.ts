import { ApiError } from '../../core/platform/errors.ts'

export const unreadableImage = (): ApiError =>
  new ApiError('Could not decode image; did you upload an image file?')

export const imageTooLarge = (): ApiError => new ApiError('Image size exceeds limit.')

export const notOnePicture = (what: string): ApiError => new ApiError(`You must upload exactly one ${what}.`)

export const pictureTooLarge = (maxMib: number): ApiError =>
  new ApiError(`Uploaded file is larger than the allowed limit of ${maxMib} MiB`)
