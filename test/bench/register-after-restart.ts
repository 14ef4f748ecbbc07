import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type Measured, measured } from './load.ts'
import { fillOrganization } from './organization.ts'
import { FORM, registerClient } from './register-client.ts'
import { printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const SIZE = { people: 1_000, channels: 20, channelsEach: 20, groups: 0, messages: 20_000 }
const SENDERS = ['hamlet', 'cordelia', 'othello', 'prospero']
const MESSAGE = new URLSearchParams({
  type: 'channel',
  to: 'Verona',
  topic: 'bench',
  content: 'A message of **ordinary** length.',
}).toString()
/** Pause of a sender after each message, so that sends alone leave the machine idle. */
const PAUSE_MS = 20
/** How long messages are sent without registrations. */
const ALONE_MS = 5_000

/**
 * Restarts the gateway of an organization of 1,000 people. Then all of them register at once while four
 * people send messages. Prints when clients have their answers, and how long a message takes beside a restart
 * after which nobody registers.
 */
export async function registerAfterRestart(): Promise<void> {
  const stack = await startStack()
  const people = await fillOrganization(stack, SIZE)
  const runs: Run[] = [await afterRestart(stack, 'sends alone', () => sleep(ALONE_MS))]
  for (const encoding of ['identity', 'gzip']) {
    const name = encoding === 'gzip' ? ', gzipped' : ''
    const answers: number[] = []
    const register = async () => {
      const begin = performance.now()
      const registerOne = async (person: string) => {
        await registerClient(stack.port, person, FORM, encoding)
        answers.push(performance.now() - begin)
      }
      await Promise.all(people.map(registerOne))
    }
    const run = await afterRestart(stack, `sends during them${name}`, register)
    const { p50, p99 } = measured(answers, 1)
    printTable(
      `${SIZE.people} registers at once after a restart${name}`,
      ['ms'],
      [
        ['half have answers', [p50, 0]],
        ['99 % have answers', [p99, 0]],
        ['all have answers', [Math.max(...answers), 0]],
        ['processor of the gateway for each, its start included', [run.used / people.length, 2]],
        ['memory of the gateway, MiB', [stack.residentMib(), 0]],
      ],
    )
    runs.push(run)
  }
  await stack.close()
  printTable(
    'POST /messages after a restart',
    ['/s', 'p50 ms', 'p99 ms', 'longest of the first'],
    runs.map(({ name, sends, first }) => [
      name,
      [sends.perSecond, 0],
      [sends.p50, 1],
      [sends.p99, 1],
      [first, 0],
    ]),
  )
}

interface Run {
  readonly name: string
  /** Without the first message of each sender. */
  readonly sends: Measured
  /**
   * Milliseconds that the first message of a sender took at most; it waits for the process to load the
   * organization.
   */
  readonly first: number
  /** Milliseconds of processor time of the gateway. */
  readonly used: number
}

/** Restarts the gateway and sends messages while `work` runs. */
async function afterRestart(stack: Stack, name: string, work: () => Promise<void>): Promise<Run> {
  await stack.restartGateway()
  let isOver = false
  const firsts: number[] = []
  const times: number[] = []
  const begin = performance.now()
  const sending = SENDERS.map(async (sender) => {
    const connection = await Connection.open(stack.port)
    for (let list = firsts; !isOver; list = times) {
      const start = performance.now()
      await connection.request('POST', '/api/v1/messages', stack.authorization(sender), MESSAGE)
      list.push(performance.now() - start)
      await sleep(PAUSE_MS)
    }
    connection.close()
  })
  await work()
  const seconds = (performance.now() - begin) / 1000
  isOver = true
  await Promise.all(sending)
  return {
    name,
    sends: measured(times, seconds),
    first: Math.max(...firsts),
    used: stack.processorSeconds() * 1000,
  }
}
