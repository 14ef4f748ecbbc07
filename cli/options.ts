import { createInterface } from 'node:readline/promises'
import { Option } from 'commander'
import { ConfigError } from '../config/error.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../config/limits.ts'
import { isStrongPassword } from '../core/people/users/password.ts'
import { Role } from '../core/state/users/record.ts'

/** What several commands take. */

export type RoleName = keyof typeof Role

export const realmOption = (): Option =>
  new Option(
    '--realm <name>',
    'the organization: its host, subdomain ("" for the root one) or id',
  ).makeOptionMandatory()

export const roleOption = (): Option =>
  new Option('--role <role>', 'what the user may do').choices(Object.keys(Role))

export const jsonOption = (): Option => new Option('--json', 'print JSON instead of a table')

export const PASSWORD_HELP = `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters; "-" reads a line of standard input, so that no list of processes shows it`

/** The password that was meant. Throws `ConfigError` for one that is too short, too long or guessed easily. */
export async function readPassword(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined
  const password = given === '-' ? await firstLine() : given
  const { length } = [...password]
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    throw new ConfigError(
      `A password has ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, not ${length}`,
    )
  }
  if (!(await isStrongPassword(password))) {
    throw new ConfigError('The password would be guessed easily: choose a longer one')
  }
  return password
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}
