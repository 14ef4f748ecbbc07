import { ApiError } from '../../platform/errors.ts'

export const noSuchDomain = (domain: string): ApiError => new ApiError(`No entry found for domain ${domain}.`)

export const tooManyDomains = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} domains.`)

export const domainExists = (domain: string): ApiError =>
  new ApiError(`The domain ${domain} is already a part of your organization.`)
