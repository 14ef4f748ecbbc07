import { deleteOldPushed } from '../../core/messaging/push/pushed.ts'
import { setPushEnabled } from '../../core/notifying/push/enabled.ts'
import type { JobDeclaration } from '../job.ts'
import type { PushServices } from '../push/open.ts'

/** Tells organizations whether phones can be notified, and forgets what phones show for ever. */
export const keepPushJob = ({ fcm, apns }: PushServices): JobDeclaration => ({
  queue: 'upkeep',
  name: 'keep-push',
  every: 60_000,
  attempts: 1, // the next minute tries again
  run: async (core) => {
    await setPushEnabled(core, fcm !== undefined || apns !== undefined)
    await deleteOldPushed(core.db)
  },
})
