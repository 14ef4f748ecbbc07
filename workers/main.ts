import { closeOnSignal, exitOnConfigError, exitWithSupervisor, loadConfigOrExit } from '../config/process.ts'
import { openCore } from '../core/open-core.ts'
import { nameFormerPeople } from '../core/people/authentication/name-former-people.ts'
import { migrate } from '../core/platform/db/migrate.ts'
import { BullSink } from '../core/platform/jobs/sink.ts'
import { processLog } from '../core/platform/log/log.ts'
import { PublicNetwork } from '../core/platform/net/public-network.ts'
import { Reporter } from '../core/platform/processes/reporter.ts'
import { serverOutages } from '../core/platform/processes/server-outages.ts'
import { reportToServiceManager } from '../core/platform/processes/service-watchdog.ts'
import { waitForServers } from '../core/platform/processes/wait-for-servers.ts'
import { watchProcess } from '../core/platform/processes/watchdog.ts'
import { SeriesRecorder } from '../core/platform/series/recorder.ts'
import { startTracing } from '../core/platform/tracing/start-tracing.ts'
import { CountedStorage } from '../storage/counted-storage.ts'
import { PictureDecoder } from '../storage/images/decoder.ts'
import { openStorage, storageName } from '../storage/open-storage.ts'
import { allJobs } from './job-list.ts'
import { Mailer } from './mail/mailer.ts'
import { openAppPush, openWebPush } from './push/open.ts'
import { JobWorker } from './running/worker.ts'

const config = loadConfigOrExit()
const appPush = await exitOnConfigError(openAppPush(config))
const log = processLog('worker', config.logLevel, serverOutages(config))
reportToServiceManager(log)
exitWithSupervisor()
const stopTracing = await startTracing(config.otlpEndpoint, 'worker')
await exitOnConfigError(waitForServers(config, (line) => log.warn(line)))
await exitOnConfigError(migrate(config.databaseUrl, log))
const sink = new BullSink(config.redisUrl)
const core = await openCore(config, log, sink)
await nameFormerPeople(core)
const storage = new CountedStorage(await openStorage(config), core.usage, storageName(config))
const network = new PublicNetwork(config.allowedPrivateAddresses)
const push = { ...appPush, web: await openWebPush(core, network, config) }
const decoder = new PictureDecoder()
const mailer = new Mailer(config)
const worker = new JobWorker(core, log, sink, config)
await worker.start(allJobs({ config, sink, storage, network, decoder, mailer, push }))
const reporter = new Reporter(
  core,
  'worker',
  async () => ({
    work: worker.metrics.ofLastMinute(config.workerQueues),
    series: await worker.metrics.series(),
    usage: core.usage.ofLastMinute(),
    totals: Object.fromEntries(core.usage.totals),
  }),
  () => process.kill(process.pid, 'SIGTERM'),
)
reporter.start()
const recorder = new SeriesRecorder(core, sink, { id: reporter.id, report: () => reporter.latest })
recorder.start()
const unwatch = watchProcess('worker', core.troubles)
closeOnSignal(async () => {
  await worker.stop()
  recorder.stop()
  await reporter.stop()
  await unwatch()
  await network.close()
  push.apns?.close()
  decoder.close()
  mailer.close()
  storage.close()
  await core.close()
  await sink.close()
  await stopTracing()
})
process.send?.({ ready: true })
log.info({ queues: config.workerQueues }, 'the worker is ready')
