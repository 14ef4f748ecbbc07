import { plainText } from '../http/reply.ts'
import type { RawRoute } from '../http/server.ts'

/** Resolves when the dependency answers, and does what it is for: a Redis that takes no writes does not. */
export type Probe = () => Promise<unknown>

/** A dependency that takes longer counts as down. */
const PATIENCE_MS = 1000

const NO_STORE = [['Cache-Control', 'no-store']] as const

/**
 * `/health/live`: the process turns its event loop. `/health/ready`: every dependency answers within a
 * second, else 503 and the names of those that do not.
 */
export function healthRoutes(probes: Readonly<Record<string, Probe>>): RawRoute[] {
  return [
    {
      method: 'GET',
      pattern: '/health/live',
      handle: (exchange) => exchange.respond(plainText(200, 'ok\n', NO_STORE)),
    },
    {
      method: 'GET',
      pattern: '/health/ready',
      handle: (exchange) => {
        void down(probes).then((names) => {
          const isReady = names.length === 0
          const body = isReady ? 'ok\n' : `down: ${names.join(', ')}\n`
          exchange.respond(plainText(isReady ? 200 : 503, body, NO_STORE))
        })
      },
    },
  ]
}

async function down(probes: Readonly<Record<string, Probe>>): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => ((await answersInTime(probe)) ? undefined : name)),
  )
  return answers.filter((name) => name !== undefined)
}

async function answersInTime(probe: Probe): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  const answer = Promise.resolve()
    .then(probe)
    .then(
      () => true,
      () => false,
    )
  const inTime = await Promise.race([answer, late])
  clearTimeout(timer)
  return inTime
}
