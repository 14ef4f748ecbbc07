import { runEmbeddedBot } from '../../core/messaging/bots/run-embedded.ts'
import { RUN_EMBEDDED_BOT } from '../../core/messaging/sending/bot-triggers.ts'
import { defineJob } from '../running/define-job.ts'

/** Lets an embedded bot answer a message, once. */
export const runEmbeddedBotJob = defineJob({
  ...RUN_EMBEDDED_BOT,
  retry: { attempts: 8 },
  run: ({ core, data, outboxId }) => runEmbeddedBot(core, data, outboxId),
})
