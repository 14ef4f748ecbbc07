import { ApiError } from '../../platform/errors.ts'

export const invalidUrlTemplate = (): ApiError => new ApiError('Invalid URL template.')

export const groupMissingInTemplate = (name: string): ApiError =>
  new ApiError(`Group '${name}' in linkifier pattern is not present in URL template.`)

export const groupMissingInPattern = (name: string): ApiError =>
  new ApiError(`Group '${name}' in URL template is not present in linkifier pattern.`)

export const badRegularExpression = (reason: string): ApiError =>
  new ApiError(`Bad regular expression: ${reason}`)

export const invalidCharactersInLanguage = (): ApiError =>
  new ApiError('Invalid characters in pygments language')

export const fieldIsBlank = (): ApiError => new ApiError('This field cannot be blank.')

export const codeVariableMissing = (): ApiError =>
  new ApiError('Missing the required variable "code" in the URL template')

export const otherVariablesThanCode = (): ApiError =>
  new ApiError('"code" should be the only variable present in the URL template')
