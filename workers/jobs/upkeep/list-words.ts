import { listWords } from '../../../core/messaging/search/list-words.ts'
import { defineJob } from '../../running/define-job.ts'

/**
 * Lists the words of messages of a former version, and of those that its processes change. Mostly one look
 * at an empty index.
 */
export const listWordsJob = defineJob({
  queue: 'upkeep',
  name: 'list-words',
  schedule: { everyMs: 60_000 },
  run: async ({ core, log, reportProgress }) => {
    await listWords(core, log, reportProgress)
  },
})
