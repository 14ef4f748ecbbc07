import { exposureWarning } from '../config/exposure-warning.ts'
import {
  addressOf,
  closeOnSignal,
  exitOnConfigError,
  exitWithSupervisor,
  loadConfigOrExit,
} from '../config/process.ts'
import { migrate } from '../core/platform/db/migrate.ts'
import { processLog } from '../core/platform/log/log.ts'
import { serverOutages } from '../core/platform/processes/server-outages.ts'
import { reportToServiceManager } from '../core/platform/processes/service-watchdog.ts'
import { waitForServers } from '../core/platform/processes/wait-for-servers.ts'
import { watchProcess } from '../core/platform/processes/watchdog.ts'
import { startTracing } from '../core/platform/tracing/start-tracing.ts'

const config = loadConfigOrExit()
exitWithSupervisor()
const log = processLog('gateway', config.logLevel, serverOutages(config))
reportToServiceManager(log)
const stopTracing = await startTracing(config.otlpEndpoint, 'gateway')
// A dynamic import, because modules of the gateway refuse a version of Node that they have no binary for.
const { Gateway } = await exitOnConfigError(import('./gateway.ts'))
await exitOnConfigError(waitForServers(config, (line) => log.warn(line)))
await exitOnConfigError(migrate(config.databaseUrl, log))
const gateway = await Gateway.open(config, log, {}, () => process.kill(process.pid, 'SIGTERM'))
const unwatch = watchProcess('gateway', gateway.core.troubles, config.port || undefined)
const port = await exitOnConfigError(gateway.listen(config.port, config.host))
closeOnSignal(async () => {
  await gateway.leave(config.drainSeconds)
  await gateway.close()
  await unwatch()
  await stopTracing()
}, config.drainSeconds)
const warning = exposureWarning(config)
// Under a supervisor, the supervisor prints the warning once for all processes.
if (warning !== undefined && process.send === undefined) process.stderr.write(`${warning}\n`)
process.send?.({ ready: true, port })
log.info({ address: addressOf(config.host, port) }, 'the gateway is ready')
