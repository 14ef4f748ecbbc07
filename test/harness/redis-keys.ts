import { Command, Redis } from 'ioredis'
import { slotOf } from '../../core/platform/redis/redis-connection.ts'

/** The hash tags of keys that belong together: an organization, all jobs, all processes, an upload. */
const TAGS = [
  /^[a-z][a-z:-]*\{realm:\d+\}/,
  /^\{jobs\}:/,
  /^\{processes\}(:|$)/,
  /^upload-lock:\{[^{}]+\}(:wanted)?$/,
]

/** Keys without a tag. Each is used alone, so that they spread over the nodes of a cluster. */
const ALONE =
  /^(creation-link|health|rate:address|rate:operator|rate:organization|rate:password-address|rate:mail-address):[^{}]+$/

/** Whether a key has a hash tag, or is declared as one that no command uses together with others. */
export const isDeclaredKey = (key: string): boolean => ALONE.test(key) || TAGS.some((tag) => tag.test(key))

type Send = Redis['sendCommand']
const send: Send = Redis.prototype.sendCommand
/** The slots of the keys since MULTI, of connections in a transaction. */
const transactions = new WeakMap<Redis, Set<number>>()

/**
 * Makes every command of this process fail that a Redis Cluster would refuse: one whose keys are in several
 * slots, alone or in its transaction. A single Redis accepts them, so without this a change could break only
 * clusters.
 */
export function refuseCommandsAcrossSlots(): void {
  if (Redis.prototype.sendCommand !== send) return
  Redis.prototype.sendCommand = function (this: Redis, command, stream) {
    const { name } = command
    const keys = command.getKeys().map(String)
    const ofTransaction = transactions.get(this)
    const slots = ofTransaction ?? new Set<number>()
    for (const key of keys) slots.add(slotOf(key))
    if (name === 'multi') transactions.set(this, new Set())
    if (name === 'exec' || name === 'discard') transactions.delete(this)
    const isComplete = ofTransaction === undefined || name === 'exec'
    if (isComplete && slots.size > 1) {
      // A pipeline waits until each of its commands is written, so another command is sent instead.
      send.call(this, new Command(name === 'exec' ? 'discard' : 'ping'), stream)
      command.reject(new Error(`${name} uses keys of several slots: ${keys.join(' ').slice(0, 500)}`))
      return command.promise
    }
    return send.call(this, command, stream)
  }
}
