import { MAX_HISTORY_IMPORTS_AT_ONCE, MAX_HISTORY_IMPORTS_PER_DAY } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

/** What keeps an organization from getting a history. */
export type Content = 'people' | 'messages'

const FOUND: Readonly<Record<Content, string>> = {
  people: 'Other people have joined this organization, so it cannot get a history any more.',
  messages: 'People have written in this organization, so it cannot get a history any more.',
}

export const organizationNotEmpty = (content: Content): ApiError =>
  new ApiError(FOUND[content], { code: 'ORGANIZATION_NOT_EMPTY' })

export const archiveTooLarge = (maxGib: number): ApiError =>
  new ApiError(`The archive is larger than this server accepts (${maxGib} GiB).`, { status: 413 })

export const archiveIsEmpty = (): ApiError => new ApiError('The archive is empty.')

export const historyImportRuns = (): ApiError =>
  new ApiError('Another import of a history has begun. Cancel it first.', { code: 'HISTORY_IMPORT_RUNS' })

export const tooManyHistoryImports = (): ApiError =>
  new ApiError(
    `This organization has begun ${MAX_HISTORY_IMPORTS_PER_DAY} imports in a day. Try again tomorrow.`,
    { code: 'TOO_MANY_HISTORY_IMPORTS' },
  )

export const serverImportsOthers = (): ApiError =>
  new ApiError(
    `This server already imports ${MAX_HISTORY_IMPORTS_AT_ONCE} organizations. Try again in some hours.`,
    { code: 'SERVER_IMPORTS_OTHERS' },
  )

export const noHistoryImport = (): ApiError => new ApiError('There is no import of a history.')

export const historyNotChecked = (): ApiError =>
  new ApiError('The archive is not checked, or its import has begun.')
