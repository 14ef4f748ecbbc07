import { Command, Option } from 'commander'
import { AREAS, type Area } from '../doctor/areas.ts'
import { isAnyWrong, reportJson, reportTable } from '../doctor/report.ts'
import { print } from '../operator/operator.ts'
import { jsonOption } from '../operator/options.ts'

interface DoctorFlags {
  readonly json?: true
  readonly quick?: true
  readonly only?: readonly Area[]
  readonly sendTo?: string
}

export const doctor = new Command('doctor')
  .description(
    'check the configuration against the real servers: database, Redis, storage, mail, the proxy and the running processes. Changes nothing. Ends with code 1 when something is wrong',
  )
  .addOption(new Option('--only <areas...>', 'check these areas and the settings only').choices(AREAS))
  .option('--quick', 'leave out the check of long polls, which takes a little longer than HEARTBEAT_SECONDS')
  .option('--send-to <address>', 'send a mail to this address; otherwise none is sent')
  .addOption(jsonOption())
  .action(async ({ json, quick, only, sendTo }: DoctorFlags) => {
    const { diagnose } = await import('../doctor/diagnose.ts')
    const rows = await diagnose(process.env, { only, isQuick: quick === true, sendTo })
    print(json ? reportJson(rows) : reportTable(rows))
    if (isAnyWrong(rows)) process.exitCode = 1
  })
