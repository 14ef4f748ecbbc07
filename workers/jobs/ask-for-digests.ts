import { canMail } from '../../config/can-mail.ts'
import type { RuntimeConfig } from '../../config/environment.ts'
import { askForDigests } from '../../core/notifying/digests/ask.ts'
import type { JobDeclaration } from '../job.ts'

/** Asks for the weekly digests of organizations whose day it is. */
export const askForDigestsJob = (config: RuntimeConfig): JobDeclaration => ({
  queue: 'notifications',
  name: 'ask-for-digests',
  every: 3_600_000,
  attempts: 1, // the next hour goes on where this one ended
  run: async (core, _data, log) => {
    if (!canMail(config)) return
    const asked = await askForDigests(core)
    if (asked > 0) log.info({ asked }, 'asked for digests')
  },
})
