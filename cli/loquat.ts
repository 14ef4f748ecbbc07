import { Command } from 'commander'
import { ConfigError } from '../config/error.ts'
import { ApiError } from '../core/platform/errors.ts'
import { apiKey } from './commands/api-key.ts'
import { changeRole } from './commands/change-role.ts'
import { createRealm } from './commands/create-realm.ts'
import { createUser } from './commands/create-user.ts'
import { creationLink } from './commands/creation-link.ts'
import { deactivateRealm } from './commands/deactivate-realm.ts'
import { doctor } from './commands/doctor.ts'
import { exportRealm } from './commands/export.ts'
import { grant } from './commands/grant.ts'
import { importArchive } from './commands/import.ts'
import { listRealms } from './commands/list-realms.ts'
import { listUsers } from './commands/list-users.ts'
import { migrate } from './commands/migrate.ts'
import { reactivateRealm } from './commands/reactivate-realm.ts'
import { setInvitationLimit } from './commands/set-invitation-limit.ts'

const COMMANDS = [
  doctor,
  createRealm,
  creationLink,
  listRealms,
  deactivateRealm,
  reactivateRealm,
  createUser,
  listUsers,
  changeRole,
  grant,
  setInvitationLimit,
  apiKey,
  exportRealm,
  importArchive,
  migrate,
]

const program = new Command('loquat')
  .description(
    'Commands for operators. They use DATABASE_URL and REDIS_URL, or the servers of the npm start that runs on DATA_DIR.',
  )
  .showSuggestionAfterError(false)
for (const command of COMMANDS) program.addCommand(command.copyInheritedSettings(program))

try {
  await program.parseAsync()
} catch (error) {
  const isReadable = error instanceof ConfigError || error instanceof ApiError
  process.stderr.write(`${isReadable ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
// The serving processes finish what is still under way, such as appending events to the stream.
process.exit()
