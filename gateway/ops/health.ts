import { type RawRoute, rawRoute } from '../http/raw-route.ts'
import { plainFailure, plainText } from '../http/reply/reply.ts'

/** Resolves when the dependency responds and works: a Redis that refuses writes does not. */
export type Probe = () => Promise<unknown>

/** A dependency that takes longer counts as failing. */
const TIME_LIMIT_MS = 1000

const NO_STORE = [['Cache-Control', 'no-store']] as const

/**
 * `/health/live` answers while the event loop runs. `/health/ready` answers 200 when every dependency answers
 * within a second, else 503 with the names of those that do not.
 */
export function healthRoutes(probes: Readonly<Record<string, Probe>>): RawRoute[] {
  let running: Promise<string[]> | undefined
  const failingNow = () => {
    running ??= failing(probes).finally(() => {
      running = undefined
    })
    return running
  }
  return [
    rawRoute({
      method: 'GET',
      pattern: '/health/live',
      access: 'unidentified',
      limit: { counts: 'files', work: 'A constant answer.' },
      renderError: plainFailure,
      handle: () => plainText(200, 'ok\n', NO_STORE),
    }),
    rawRoute({
      method: 'GET',
      pattern: '/health/ready',
      access: 'unidentified',
      limit: { counts: 'files', work: 'Checks that run are shared; one runs at a time in a process.' },
      renderError: plainFailure,
      handle: async () => {
        const names = await failingNow()
        const isReady = names.length === 0
        const body = isReady ? 'ok\n' : `down: ${names.join(', ')}\n`
        return plainText(isReady ? 200 : 503, body, NO_STORE)
      },
    }),
  ]
}

/** The names of the dependencies that fail or do not answer in time. */
async function failing(probes: Readonly<Record<string, Probe>>): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => ((await answersInTime(probe)) ? undefined : name)),
  )
  return answers.filter((name) => name !== undefined)
}

async function answersInTime(probe: Probe): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, TIME_LIMIT_MS, false)
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
