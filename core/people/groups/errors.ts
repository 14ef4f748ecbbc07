import { ApiError } from '../../platform/errors.ts'
import type { GroupUse } from './in-use.ts'

export const alreadyMember = (user: number): ApiError =>
  new ApiError(`User ${user} is already a member of this group`)

export const notMember = (user: number): ApiError =>
  new ApiError(`There is no member '${user}' in this user group`)

export const alreadySubgroup = (group: number): ApiError =>
  new ApiError(`User group ${group} is already a subgroup of this group.`)

export const subgroupCycle = (group: number): ApiError =>
  new ApiError(`User group ${group} is already a subgroup of one of the passed subgroups.`)

export const notSubgroup = (group: number): ApiError =>
  new ApiError(`User group ${group} is not a subgroup of this group.`)

export const groupNameEmpty = (): ApiError => new ApiError("User group name can't be empty!")

export const groupNameTooLong = (limit: number): ApiError =>
  new ApiError(`User group name cannot exceed ${limit} characters.`)

export const reservedGroupName = (prefix: string): ApiError =>
  new ApiError(`User group name cannot start with '${prefix}'.`)

export const tooManyGroups = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} user groups, deactivated ones included.`)

export const groupExists = (name: string): ApiError => new ApiError(`User group '${name}' already exists.`)

export const noGroupChange = (): ApiError => new ApiError('No new data supplied')

export const groupInUse = (objections: readonly GroupUse[]): ApiError =>
  new ApiError('Cannot deactivate user group in use.', {
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    extra: { objections },
  })
