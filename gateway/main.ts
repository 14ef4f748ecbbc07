import { closeOnSignal, configOrExit } from '../config/process.ts'
import { processLog } from '../core/log.ts'
import { Gateway } from './gateway.ts'

const config = configOrExit()
const log = processLog('gateway', config.logLevel)
const gateway = await Gateway.open(config, log)
const port = await gateway.listen(config.port, config.host)
process.send?.({ ready: true, port })

closeOnSignal(() => gateway.close())
