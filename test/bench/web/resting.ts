import { SocketClosed } from '../../../gateway/web/client/event-socket.ts'
import { Recovery } from '../../../gateway/web/client/recovery.ts'
import { RequestError } from '../../../gateway/web/client/request-error.ts'
import type { BenchBrowser } from './browser.ts'

/** By then the page has fetched the copy for reading offline. */
const SETTLED_MS = 31_000
/** With the time before less than the silence after which the page looks for the server, by real time. */
const REST_MS = 55_000

export interface Rest {
  /** What the page fetches once, after its first view: the copy for reading offline. */
  readonly once: readonly string[]
  /** What it asks in a minute after that. */
  readonly requests: readonly string[]
  readonly frames: number
}

/** Lets the clock of an open page advance. Returns the requests and frames that it has sent. */
export async function countRequestsOfAMinute(browser: BenchBrowser, path: string): Promise<Rest> {
  const tab = await browser.open('hamlet', '/health/live')
  const requests: string[] = []
  let frames = 0
  tab.page.on('websocket', (socket) =>
    socket.on('framesent', () => {
      frames++
    }),
  )
  await tab.page.clock.install()
  await tab.page.goto(browser.url + path)
  await tab.page.evaluate('probe.firstMessage')
  await tab.page.waitForLoadState('networkidle')
  tab.page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const rest = async (milliseconds: number) => {
    await tab.page.clock.runFor(milliseconds)
    await tab.page.waitForLoadState('networkidle')
  }
  await rest(SETTLED_MS)
  const once = requests.splice(0)
  frames = 0
  await rest(REST_MS)
  await tab.close()
  return { once, requests, frames }
}

const CLIENTS = 10_000

/** Each client that loses the server at the same moment, by the client's own rules for waiting. */
export interface Return {
  readonly name: string
  /** Attempts of all clients in the busiest tenth of a second after the server can be reached again. */
  readonly busiest: number
  /** Seconds after which the last client is back. */
  readonly last: number
}

/** How ten thousand clients return: after one restart, and after a server that was away for some time. */
export function measureReturns(): Return[] {
  return [
    returnOf('the gateway stops', new SocketClosed(1001, '', true), 0),
    returnOf('the gateway is killed', new SocketClosed(1006, '', true), 0),
    returnOf('the queues are lost', new SocketClosed(4000, '', true), 0),
    returnOf('the server is away for 10 s', new SocketClosed(1006, '', true), 10_000),
    returnOf('the server is away for 60 s', new SocketClosed(1006, '', true), 60_000),
  ]
}

function returnOf(name: string, lost: SocketClosed, awayMs: number): Return {
  const unreachable = new RequestError('unreachable', { code: 'NETWORK' })
  const tenths = new Map<number, number>()
  let last = 0
  for (let client = 0; client < CLIENTS; client++) {
    const recovery = new Recovery()
    let at = recovery.waitAfter(lost)
    while (at < awayMs) at += recovery.waitAfter(unreachable)
    const tenth = Math.floor((at - awayMs) / 100)
    tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1)
    last = Math.max(last, at - awayMs)
  }
  return { name, busiest: Math.max(...tenths.values()), last: last / 1000 }
}
