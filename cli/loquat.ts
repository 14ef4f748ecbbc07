import { Command } from 'commander'
import { ConfigError } from '../config/error.ts'
import { ApiError } from '../core/platform/errors.ts'
import { apiKey } from './commands/api-key.ts'
import { changeRole } from './commands/change-role.ts'
import { createRealm } from './commands/create-realm.ts'
import { createUser } from './commands/create-user.ts'
import { creationLink } from './commands/creation-link.ts'
import { deactivateRealm } from './commands/deactivate-realm.ts'
import { exportRealm } from './commands/export.ts'
import { grant } from './commands/grant.ts'
import { importArchive } from './commands/import.ts'
import { listRealms } from './commands/list-realms.ts'
import { listUsers } from './commands/list-users.ts'
import { reactivateRealm } from './commands/reactivate-realm.ts'
import { setInvitationLimit } from './commands/set-invitation-limit.ts'

const COMMANDS = [
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
]

const program = new Command('loquat')
  .description(
    'The operator’s commands. They work on DATABASE_URL and REDIS_URL, or on the npm start that runs on DATA_DIR.',
  )
  .showSuggestionAfterError(false)
for (const command of COMMANDS) program.addCommand(command.copyInheritedSettings(program))

try {
  await program.parseAsync()
} catch (error) {
  const isMistake = error instanceof ConfigError || error instanceof ApiError
  process.stderr.write(`${isMistake ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
// What is still under way, such as bringing events to the stream, the serving processes do as well.
process.exit()
