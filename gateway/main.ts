import { closeOnSignal, configOrExit } from '../config/process.ts'
import { migrate } from '../core/db/migrate.ts'
import { processLog } from '../core/log.ts'
import { Gateway } from './gateway.ts'

const config = configOrExit()
const log = processLog('gateway', config.logLevel)
await migrate(config.databaseUrl)
const gateway = await Gateway.open(config, log)
const port = await gateway.listen(config.port, config.host)
process.send?.({ ready: true, port })

closeOnSignal(() => gateway.close())
