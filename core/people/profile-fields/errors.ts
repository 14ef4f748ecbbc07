import { ApiError } from '../../platform/errors.ts'

export const invalidFieldType = (): ApiError => new ApiError('Invalid field type.')

export const defaultFieldUnchangeable = (): ApiError =>
  new ApiError('Default custom field cannot be updated.')

export const invalidFieldOrder = (): ApiError => new ApiError('Invalid order mapping.')

export const labelBlank = (): ApiError => new ApiError('Label cannot be blank.')

export const tooManyFields = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} custom profile fields.`)

export const labelTaken = (): ApiError => new ApiError('A field with that label already exists.')

export const typeNotInSummary = (): ApiError =>
  new ApiError('Field type not supported for display in profile summary.')

export const tooManyInSummary = (limit: number): ApiError =>
  new ApiError(`Only ${limit} custom profile fields can be displayed in the profile summary.`)

export const profileTooLong = (limit: number): ApiError =>
  new ApiError(`The formatted values of your profile are too long together (limit: ${limit} characters).`)

export const invalidChoice = (value: string, field: string): ApiError =>
  new ApiError(`'${value}' is not a valid choice for '${field}'.`)

export const userWithIdDeactivated = (id: number): ApiError =>
  new ApiError(`User with ID ${id} is deactivated`)

export const userWithIdIsBot = (id: number): ApiError => new ApiError(`User with ID ${id} is a bot`)

export const noChoice = (): ApiError => new ApiError('Field must have at least one choice.')

export const tooManyChoices = (): ApiError => new ApiError('Too many choices.')

export const choiceBlank = (): ApiError => new ApiError("'value' cannot be blank.")

export const duplicateChoices = (): ApiError => new ApiError('Field must not have duplicate choices.')

export const fieldDataMissing = (key: string): ApiError =>
  new ApiError(`${key} key is missing from field_data`)

export const fieldDataBlank = (key: string): ApiError => new ApiError(`field_data["${key}"] cannot be blank.`)

export const unexpectedFieldData = (key: string): ApiError => new ApiError(`Unexpected arguments: ${key}`)

export const invalidAccountType = (): ApiError => new ApiError('Invalid external account type')

export const urlPatternMissing = (): ApiError =>
  new ApiError('Custom external account must define URL pattern')

export const urlPatternWithoutUsername = (): ApiError =>
  new ApiError("URL pattern must contain '%(username)s'.")

export const noSuchField = (id: number): ApiError => new ApiError(`Field id ${id} not found.`)

export const fieldNotEditable = (): ApiError =>
  new ApiError('You are not allowed to change this field. Contact an administrator to update it.')
