import { MAX_BOT_STORAGE_BYTES, MAX_BOT_STORAGE_KEYS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const invalidBotConfig = (): ApiError => new ApiError('Invalid configuration data!')

export const badBotName = (): ApiError => new ApiError('Bad name or username')

export const botUsernameTaken = (): ApiError => new ApiError('Username already in use')

export const tooManyBots = (limit: number): ApiError =>
  new ApiError(`You cannot own more than ${limit} bots, deactivated ones included.`)

export const invalidBotType = (): ApiError => new ApiError('Invalid bot type')

export const invalidEmbeddedBot = (): ApiError => new ApiError('Invalid embedded bot name.')

export const invalidIntegration = (name: string): ApiError => new ApiError(`Invalid integration '${name}'.`)

export const invalidInterface = (): ApiError => new ApiError('Invalid interface type')

export const noSuchBot = (): ApiError => new ApiError('No such bot')

export const botNameTaken = (): ApiError => new ApiError('Name is already in use.')

export const noSuchKey = (): ApiError => new ApiError('Key does not exist.')

export const noSuchOwner = (): ApiError => new ApiError('Failed to change owner, no such user')

export const ownerIsDeactivated = (): ApiError => new ApiError('Failed to change owner, user is deactivated')

export const ownerIsBot = (): ApiError => new ApiError("Failed to change owner, bots can't own other bots")

export const storageFull = (): ApiError =>
  new ApiError(
    `A bot stores at most ${MAX_BOT_STORAGE_KEYS} keys and, keys and values together, ${MAX_BOT_STORAGE_BYTES} bytes.`,
  )

export const configTooLong = (length: number, limit: number): ApiError =>
  new ApiError(
    `Cannot store configuration. Request would require ${length} characters. ` +
      `The current configuration size limit is ${limit} characters.`,
  )
