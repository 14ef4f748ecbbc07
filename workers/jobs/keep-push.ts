import { openMissingCursors } from '../../core/notifications/cursor.ts'
import { setPushEnabled } from '../../core/push/enabled.ts'
import { forgetPushed } from '../../core/push/pushed.ts'
import type { JobDeclaration } from '../job.ts'
import type { PushServices } from '../push/open.ts'

/** Keeps what notifications stand on: what organizations are told of push, cursors, and old traces of what was shown. */
export const keepPushJob = ({ fcm, apns }: PushServices): JobDeclaration => ({
  queue: 'upkeep',
  name: 'keep-push',
  every: 60_000,
  attempts: 1, // the next minute tries again
  run: async (core) => {
    await setPushEnabled(core, fcm !== undefined || apns !== undefined)
    await openMissingCursors(core.db)
    await forgetPushed(core.db)
  },
})
