import { Cluster, type Redis } from 'ioredis'
import type { RedisClient } from './redis-connection.ts'

const LIMIT_MS = 3_000
const MEBIBYTE = 1024 * 1024

/**
 * The reason why Redis refuses writes; when its memory is full, with the memory in use, its limit, and the
 * memory of its machine. Never rejects.
 */
export async function withMemory(redis: RedisClient, reason: string): Promise<string> {
  if (!/\bOOM\b/.test(reason)) return reason
  const nodes: Redis[] = redis instanceof Cluster ? redis.nodes('master') : [redis]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LIMIT_MS)
  })
  const read = Promise.all(nodes.map((node) => node.info('memory'))).then(
    (texts) => inWords(texts),
    () => undefined, // the user of REDIS_URL may not read it
  )
  const memory = await Promise.race([read, late]).finally(() => clearTimeout(timer))
  return memory === undefined ? reason : `${reason}; ${memory}`
}

/** The figures of the fullest node. */
function inWords(texts: readonly string[]): string | undefined {
  const all = texts.map((text) => ({
    used: figureOf(text, 'used_memory'),
    most: figureOf(text, 'maxmemory'),
    machine: figureOf(text, 'total_system_memory'),
  }))
  const share = ({ used, most }: (typeof all)[number]) => (most === 0 ? 0 : used / most)
  const [fullest] = all.sort((a, b) => share(b) - share(a))
  if (fullest === undefined || fullest.most === 0) return undefined
  const mebibytes = (bytes: number) => Math.round(bytes / MEBIBYTE)
  return `${mebibytes(fullest.used)} MiB of maxmemory ${mebibytes(fullest.most)} MiB are in use, and its machine has ${mebibytes(fullest.machine)} MiB`
}

const figureOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? 0)
