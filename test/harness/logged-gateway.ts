import { Writable } from 'node:stream'
import { pino } from 'pino'
import { Gateway } from '../../gateway/gateway.ts'
import type { Settings, World } from './world.ts'

/** A gateway whose warnings and errors a test reads. */
export interface LoggedGateway {
  readonly gateway: Gateway
  readonly url: string
  /** The lines of its log until now. A test that looks for a line empties them before. */
  readonly lines: string[]
}

/** Starts a gateway of the world that logs into `lines`. The test closes it. */
export async function loggedGateway(world: World, settings: Settings = {}): Promise<LoggedGateway> {
  const lines: string[] = []
  const into = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const gateway = await Gateway.open(world.configWith(settings), pino({ level: 'warn' }, into))
  return { gateway, url: `http://127.0.0.1:${await gateway.listen(0, '127.0.0.1')}`, lines }
}
