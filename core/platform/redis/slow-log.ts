import { Cluster, type Redis } from 'ioredis'
import { cutText } from '../text/cut-text.ts'
import type { RedisClient } from './redis-connection.ts'

/** Commands of the slow log that are read, the newest first. */
const MOST = 32
const RECENT_SECONDS = 60
/** A command that Redis itself has run for less time has not kept others waiting. */
const LONG_MS = 100
const LIMIT_MS = 3_000
/** Letters of a command that are shown: enough for its name and the beginning of a script. */
const MAX_COMMAND = 40

interface Entry {
  readonly at: number
  readonly ms: number
  readonly command: string
  readonly client: string
  readonly name: string
}

/**
 * What keeps Redis from answering, by its slow log, in words: the longest command of the last minute, with
 * the address of the client that sent it. Undefined when the log may not be read. Never rejects.
 */
export async function whySlow(redis: RedisClient): Promise<string | undefined> {
  const nodes: Redis[] = redis instanceof Cluster ? redis.nodes('master') : [redis]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LIMIT_MS)
  })
  const read = Promise.all(nodes.map(recentOf)).then(
    (found) => inWords(found.flat()),
    () => undefined, // the user of REDIS_URL may not read it
  )
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}

async function recentOf(node: Redis): Promise<Entry[]> {
  const [time, entries] = await Promise.all([node.time(), node.call('SLOWLOG', 'GET', String(MOST))])
  const now = Number(time[0])
  return (entries as [number, number, number, string[], string?, string?][])
    .map(([, at, micros, args, client = '', name = '']) => ({
      ...{ at: Number(at), ms: Number(micros) / 1000, client, name },
      command: commandOf(args),
    }))
    .filter(({ at, ms }) => now - at <= RECENT_SECONDS && ms >= LONG_MS)
}

/** The name of a command, and the beginning of its script; no values, which may be of people. */
function commandOf([name = '', script = '']: readonly string[]): string {
  const isScript = /^eval(_ro)?$/i.test(name)
  const text = isScript ? `${name} ${script.replace(/\s+/g, ' ').trim()}` : name
  return cutText(text, MAX_COMMAND)
}

function inWords(entries: readonly Entry[]): string {
  const [longest] = [...entries].sort((a, b) => b.ms - a.ms)
  if (longest === undefined) return 'no slow command in its log of the last minute'
  const { ms, command, client, name } = longest
  const who = `${client || '?'}${name === '' ? '' : ` (${name})`}`
  const commands = entries.length === 1 ? '1 slow command' : `${entries.length} slow commands`
  return `${commands} in the last minute, the longest: ${command}, ${Math.round(ms)} ms, from ${who}`
}
