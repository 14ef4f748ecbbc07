import { Command } from 'commander'
import { ConfigError } from '../config/error.ts'
import { LOQUAT_VERSION } from '../config/version.ts'
import { ApiError } from '../core/platform/errors.ts'

/** Each command is loaded when it is called, and loads what it runs with after its arguments are read. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  'create-realm': async () => (await import('./commands/create-realm.ts')).createRealm,
  'creation-link': async () => (await import('./commands/creation-link.ts')).creationLink,
  'list-realms': async () => (await import('./commands/list-realms.ts')).listRealms,
  'deactivate-realm': async () => (await import('./commands/deactivate-realm.ts')).deactivateRealm,
  'reactivate-realm': async () => (await import('./commands/reactivate-realm.ts')).reactivateRealm,
  'delete-realm': async () => (await import('./commands/delete-realm.ts')).deleteRealm,
  'create-user': async () => (await import('./commands/create-user.ts')).createUser,
  'list-users': async () => (await import('./commands/list-users.ts')).listUsers,
  invite: async () => (await import('./commands/invite.ts')).invite,
  'deactivate-user': async () => (await import('./commands/deactivate-user.ts')).deactivateUser,
  'reactivate-user': async () => (await import('./commands/reactivate-user.ts')).reactivateUser,
  'reset-password': async () => (await import('./commands/reset-password.ts')).resetPassword,
  'change-role': async () => (await import('./commands/change-role.ts')).changeRole,
  grant: async () => (await import('./commands/grant.ts')).grant,
  'show-settings': async () => (await import('./commands/show-settings.ts')).showSettings,
  'change-setting': async () => (await import('./commands/change-setting.ts')).changeSetting,
  'set-request-limit': async () => (await import('./commands/set-request-limit.ts')).setRequestLimit,
  'set-invitation-limit': async () => (await import('./commands/set-invitation-limit.ts')).setInvitationLimit,
  'end-sessions': async () => (await import('./commands/end-sessions.ts')).endSessions,
  'reset-two-factor': async () => (await import('./commands/reset-two-factor.ts')).resetTwoFactor,
  'log-in-providers': async () => (await import('./commands/log-in-providers.ts')).logInProviders,
  'forget-external-log-ins': async () =>
    (await import('./commands/forget-external-log-ins.ts')).forgetExternalLogIns,
  'log-in': async () => (await import('./commands/log-in.ts')).logIn,
  'provisioning-tokens': async () => (await import('./commands/provisioning-tokens.ts')).provisioningTokens,
  'api-key': async () => (await import('./commands/api-key.ts')).apiKey,
  export: async () => (await import('./commands/export.ts')).exportRealm,
  'person-data': async () => (await import('./commands/people/person-data.ts')).personData,
  'merge-people': async () => (await import('./commands/people/merge-people.ts')).mergePeople,
  import: async () => (await import('./commands/import.ts')).importCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
}

/**
 * The called command; all of them when the first argument names none, for help and for messages about
 * mistakes.
 */
async function loadCommands(): Promise<readonly Command[]> {
  const called = Object.entries(COMMANDS).find(([name]) => name === process.argv[2])
  return Promise.all(called === undefined ? Object.values(COMMANDS).map((load) => load()) : [called[1]()])
}

const program = new Command('loquat')
  .description(
    'Commands for operators. They use DATABASE_URL and REDIS_URL, or the servers of the npm start that runs on DATA_DIR.',
  )
  .version(LOQUAT_VERSION, '--version', 'print the version')
  // A mistake is one line, with what was probably meant.
  .configureOutput({ outputError: (text, write) => write(text.replace('\n(', ' (')) })
for (const command of await loadCommands()) program.addCommand(command.copyInheritedSettings(program))

try {
  await program.parseAsync()
} catch (error) {
  const isReadable = error instanceof ConfigError || error instanceof ApiError
  process.stderr.write(`${isReadable ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
// The serving processes finish the work in progress, such as appending events to the stream.
process.exit()
