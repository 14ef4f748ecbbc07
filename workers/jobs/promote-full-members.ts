import { promoteFullMembers } from '../../core/people/groups/full-members.ts'
import type { JobDeclaration } from '../job.ts'

/** Whose waiting period has passed is a full member at most so much later. */
export const promoteFullMembersJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'promote-full-members',
  every: 60_000,
  attempts: 1,
  run: (core) => promoteFullMembers(core),
}
