import { ApiError } from '../../platform/errors.ts'

export const invalidGroup = (): ApiError => new ApiError('Invalid user group')

export const invalidGroupId = (id: number): ApiError => new ApiError(`Invalid user group ID: ${id}`)

export const groupIsDeactivated = (): ApiError => new ApiError('User group is deactivated.')

export const groupSettingMismatch = (): ApiError =>
  new ApiError("'old' value does not match the expected value.", { code: 'EXPECTATION_MISMATCH' })

export const systemGroupRequired = (setting: string): ApiError =>
  new ApiError(`'${setting}' must be a system user group.`, {
    code: 'SYSTEM_GROUP_REQUIRED',
    extra: { setting_name: setting },
  })

export const groupNotAllowed = (setting: string, group: string): ApiError =>
  new ApiError(`'${setting}' setting cannot be set to '${group}' group.`)
