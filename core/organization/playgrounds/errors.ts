import { ApiError } from '../../platform/errors.ts'

export const playgroundExists = (): ApiError =>
  new ApiError('Realm playground with this Realm, Pygments language and Name already exists.')

export const tooManyPlaygrounds = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} code playgrounds.`)

export const noSuchPlayground = (): ApiError => new ApiError('Invalid playground')
