import { ApiError } from '../../platform/errors.ts'

export const mustBeAdministrator = (): ApiError => mustBe('administrator')

export const mustBeOwner = (): ApiError => mustBe('owner')

const mustBe = (role: string): ApiError =>
  new ApiError(`Must be an organization ${role}`, { code: 'UNAUTHORIZED_PRINCIPAL' })
