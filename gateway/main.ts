import { pino } from 'pino'
import { configOrExit } from '../config/process.ts'
import { Gateway } from './gateway.ts'

const config = configOrExit()
const log = pino({ level: config.logLevel, base: { process: 'gateway', pid: process.pid } })
const gateway = await Gateway.open(config, log)
const port = await gateway.listen(config.port, config.host)
process.send?.({ ready: true, port })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await gateway.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
