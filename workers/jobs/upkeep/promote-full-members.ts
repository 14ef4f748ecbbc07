import { promoteFullMembers } from '../../../core/people/groups/full-members.ts'
import { defineJob } from '../../running/define-job.ts'

/** Makes members full members within a minute after their waiting period. */
export const promoteFullMembersJob = defineJob({
  queue: 'upkeep',
  name: 'promote-full-members',
  schedule: { everyMs: 60_000 },
  run: ({ core }) => promoteFullMembers(core),
})
