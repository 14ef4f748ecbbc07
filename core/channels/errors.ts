import { ApiError, nothingToDo } from '../platform/errors.ts'

export const channelAlreadyArchived = (): ApiError => new ApiError('Channel is already archived.')

export const tooManyDefaultGroups = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} default channel groups.`)

export const tooManyFolders = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} channel folders.`)

export const noDefaultGroupChange = (): ApiError =>
  new ApiError('You must pass "new_description" or "new_group_name".')

export const alreadyNamedDefaultGroup = (name: string): ApiError =>
  new ApiError(`This default channel group is already named '${name}'`)

export const alreadyInDefaultGroup = (channel: string, group: string): ApiError =>
  new ApiError(`Channel '${channel}' is already present in default channel group '${group}'`)

export const notInDefaultGroup = (channel: string, group: string): ApiError =>
  new ApiError(`Channel '${channel}' is not present in default channel group '${group}'`)

export const noSuchDefaultGroup = (id: number): ApiError =>
  new ApiError(`Default channel group with id '${id}' does not exist.`)

export const defaultChannelInGroup = (channel: string, group: string): ApiError =>
  new ApiError(`'${channel}' is a default channel and cannot be added to '${group}'`)

export const invalidDefaultGroupName = (name: string): ApiError =>
  new ApiError(`Invalid default channel group name '${name}'`)

export const defaultGroupNameTooLong = (limit: number): ApiError =>
  new ApiError(`Default channel group name too long (limit: ${limit} characters)`)

export const defaultGroupExists = (name: string): ApiError =>
  new ApiError(`Default channel group '${name}' already exists`)

export const cannotAdministerChannel = (): ApiError =>
  new ApiError('You do not have permission to administer this channel.', {
    code: 'CANNOT_ADMINISTER_CHANNEL',
  })

export const defaultChannelCannotBePrivate = (): ApiError =>
  new ApiError('A default channel cannot be private.')

export const invalidChannelPrivacy = (): ApiError => new ApiError('Invalid parameters')

export const moderationChannelCannotBePublic = (): ApiError =>
  new ApiError('A moderation request channel cannot be public.')

export const channelNameUnchanged = (): ApiError => new ApiError('Channel already has that name.')

export const channelHasOtherTopics = (topic: string): ApiError =>
  new ApiError(`The channel has other topics than "${topic}".`, {
    code: 'CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY',
  })

export const channelContentRequired = (): ApiError => new ApiError('Channel content access is required.')

export const channelNameEmpty = (): ApiError => new ApiError("Channel name can't be empty.")

export const channelNameTooLong = (limit: number): ApiError =>
  new ApiError(`Channel name too long (limit: ${limit} characters).`)

export const invalidCharacterInChannelName = (position: number): ApiError =>
  new ApiError(`Invalid character in channel name, at position ${position}.`)

export const channelExists = (name: string): ApiError =>
  new ApiError(`Channel '${name}' already exists`, { code: 'CHANNEL_ALREADY_EXISTS', status: 409 })

export const noWebPublicChannels = (): ApiError => new ApiError('Web-public channels are not enabled.')

export const tooManyNewChannels = (limit: number): ApiError =>
  new ApiError(`You cannot create more than ${limit} channels at once.`)

export const privateDefault = (): ApiError => new ApiError('Private channels cannot be made default.')

export const cannotPost = (): ApiError => new ApiError('You do not have permission to post in this channel.')

export const invalidSenderId = (): ApiError => new ApiError('Invalid user ID')

export const invalidFolderId = (): ApiError => new ApiError('Invalid channel folder ID')

export const folderInUse = (): ApiError =>
  new ApiError('You need to remove all the channels from this folder to archive it.')

export const folderNameEmpty = (): ApiError => new ApiError("Channel folder name can't be empty.")

export const invalidCharacterInFolderName = (position: number): ApiError =>
  new ApiError(`Invalid character in channel folder name, at position ${position}.`)

export const folderNameInUse = (): ApiError => new ApiError('Channel folder name already in use')

export const nothingToJoinOrLeave = (): ApiError => nothingToDo('"add" or "delete"')

export const cannotAccessChannels = (names: string): ApiError =>
  new ApiError(`Unable to access channel (${names}).`)

export const cannotListAllChannels = (): ApiError => new ApiError('User not authorized for this query')

export const notSubscribed = (id: number): ApiError => new ApiError(`Not subscribed to channel ID ${id}`)

export const invalidColor = (name: string): ApiError => new ApiError(`${name} is not a valid hex color code`)

export const tooManySubscriptions = (limit: number): ApiError =>
  new ApiError(`principals times subscriptions are too many (limit: ${limit} at once)`)
