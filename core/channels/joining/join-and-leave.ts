import type { Caller } from '../../state/caller.ts'
import { nothingToJoinOrLeave } from '../errors.ts'
import { type LeaveResult, leaveIn } from '../subscriptions/leave.ts'
import { type JoinRequest, type JoinResult, joinIn } from './join-or-create.ts'

/**
 * Subscribes the caller to channels and unsubscribes the caller from others, all in one transaction or
 * nothing. A channel in both lists stays subscribed.
 */
export async function joinAndLeave(
  caller: Caller,
  join: JoinRequest,
  leave: readonly string[],
): Promise<JoinResult & LeaveResult> {
  const { core, realm } = caller
  if (join.channels.length === 0 && leave.length === 0) {
    throw nothingToJoinOrLeave()
  }
  return core.change(caller, async ({ tx, actor }) => {
    const joined = new Set(join.channels.map((channel) => channel.name.toLowerCase()))
    const channels = leave.filter((name) => !joined.has(name.normalize('NFC').trim().toLowerCase()))
    const left = await leaveIn(tx, realm, actor, { channels })
    return { ...left, ...(await joinIn(tx, realm, actor, join)) }
  })
}
