import { ApiError } from '../../platform/errors.ts'

export const viewExists = (): ApiError => new ApiError('Navigation view already exists.')

export const noSuchView = (code: string): ApiError =>
  new ApiError('Navigation view does not exist.', { status: 404, code })

export const tooManyViews = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} views.`)

export const viewNameRequired = (): ApiError => new ApiError('Custom views must have a valid name.')

export const builtInViewName = (): ApiError => new ApiError('Built-in views cannot have a custom name')
