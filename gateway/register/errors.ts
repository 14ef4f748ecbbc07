import { ApiError } from '../../core/platform/errors.ts'

/** spec.md POST /register: parameters that need an account are errors for spectators. */
export const notForSpectators = (parameter: string): ApiError =>
  new ApiError(`Invalid '${parameter}' parameter for anonymous request`)
