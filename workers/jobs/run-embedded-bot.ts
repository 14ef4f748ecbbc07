import { runEmbeddedBot } from '../../core/messaging/bots/run-embedded.ts'
import { type BotJob, EMBEDDED } from '../../core/messaging/bots/triggers.ts'
import type { JobDeclaration } from '../job.ts'

/** Lets a bot of the server's own answer a message, once. */
export const runEmbeddedBotJob: JobDeclaration = {
  ...EMBEDDED,
  attempts: 8,
  run: (core, data, _, { outboxId }) => runEmbeddedBot(core, data as BotJob, outboxId),
}
