import { ENTITIES } from './entities.ts'
import { markArchived } from './messaging/marking/mark-archived.ts'
import { retractLeft } from './messaging/push/pushed.ts'
import { noteCommitted } from './messaging/search/new-words.ts'
import { storeNotices } from './messaging/sending/notice.ts'
import { emitUsersLostInChannels, emitUsersMetInChannels } from './people/users/guest-visibility.ts'
import type { JobSink } from './platform/jobs/outbox.ts'
import type { Logger } from './platform/log/log.ts'
import { Core, type CoreOptions, type Faults } from './state/core.ts'
import type { Hooks } from './state/realm/hooks.ts'
import { renameArchives } from './transfer/person/rename-archives.ts'

/** The functions of higher modules that lower ones call. */
export const hooksOf = (core: Core): Hooks => ({
  storeNotices: (tx, realm, notices) => storeNotices(tx, core, realm, notices),
  guestsJoined: emitUsersMetInChannels,
  guestsLeft: emitUsersLostInChannels,
  retractLeft,
  channelArchived: markArchived,
  administratorLeft: (tx, realm) => renameArchives(tx, realm, core.options.rootUrl),
  committed: (events) => noteCommitted(core, events),
})

/**
 * Opens the chat domain for a process. Resolves without Redis too; rejects when Postgres cannot be reached.
 */
export const openCore = (
  options: CoreOptions,
  log: Logger,
  jobs: JobSink,
  faults: Faults = {},
): Promise<Core> => Core.open(options, log, ENTITIES, hooksOf, jobs, faults)
