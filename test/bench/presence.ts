import { setTimeout as sleep } from 'node:timers/promises'
import { constants, gunzipSync } from 'node:zlib'
import { Connection } from './load.ts'
import { addPeople } from './people.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const USERS = Number(process.env.BENCH_USERS ?? 10_000)
/** Each client reports once in this time. */
const INTERVAL_SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const CONNECTIONS = 32

interface Person {
  readonly authorization: string
  since: number
}

/**
 * Measures the gateway's processor time for a presence report while 10,000 people report once a minute. The
 * reports are pings; requests for the changes since the last report, which include everybody; the same with
 * gzip, as browsers and the Python bindings request it; and requests for all presences in the legacy form.
 */
export async function presence(): Promise<void> {
  const stack = await startStack()
  const people = (await addPeople(stack, USERS)).map(
    (authorization): Person => ({ authorization, since: -1 }),
  )
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(stack.port)),
  )
  await minute(stack, connections, people, { form: 'last_update_id=-1' }) // everyone comes online
  const rows: [string, Cell, Cell][] = []
  for (const [name, asked] of [
    ['ping only', { form: 'ping_only=true' }],
    ['with last_update_id, gzipped', { form: 'last_update_id=', isGzipped: true }],
    ['with last_update_id', { form: 'last_update_id=' }],
    ['legacy, gzipped', { form: '', isGzipped: true }],
  ] as const) {
    const { milliseconds, bytes } = await minute(stack, connections, people, asked)
    rows.push([name, [milliseconds, 3], [bytes / 1024, 0]])
  }
  for (const connection of connections) connection.close()
  await stack.close()
  printTable('presence', ['ms of processor', 'KiB'], rows)
}

interface ReportRequest {
  /** When it ends with a parameter's name, each person's value is appended. */
  readonly form: string
  readonly isGzipped?: boolean
}

/** Lets everyone report once, evenly spread. Returns the processor time and the bytes of a report. */
async function minute(
  stack: Stack,
  connections: readonly Connection[],
  people: readonly Person[],
  { form, isGzipped = false }: ReportRequest,
): Promise<{ milliseconds: number; bytes: number }> {
  const before = stack.processorSeconds()
  const begin = performance.now()
  let next = 0
  let bytes = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const index = next++
        const person = people[index]
        if (person === undefined) return
        await sleep(begin + (index / people.length) * INTERVAL_SECONDS * 1000 - performance.now())
        const asked = form.endsWith('=') ? `${form}${person.since}` : form
        const header = isGzipped ? '\r\nAccept-Encoding: gzip' : ''
        const answer = await connection.request(
          'POST',
          '/api/v1/users/me/presence',
          person.authorization + header,
          `status=active&${asked}`,
        )
        bytes += answer.length
        const given = /"presence_last_update_id":(\d+)/.exec(beginning(answer))
        if (given !== null) person.since = Number(given[1])
      }
    }),
  )
  await sleep(Math.max(begin + INTERVAL_SECONDS * 1000 - performance.now(), 0))
  const used = stack.processorSeconds() - before
  return { milliseconds: (used * 1000) / people.length, bytes: bytes / people.length }
}

/** The first characters of a response's body. */
function beginning(response: string): string {
  const end = response.indexOf('\r\n\r\n')
  const body = response.slice(end + 4, end + 2000)
  if (!/content-encoding: gzip/i.test(response.slice(0, end))) return body
  return gunzipSync(Buffer.from(body, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}
