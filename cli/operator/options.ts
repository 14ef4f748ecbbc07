import { createInterface } from 'node:readline/promises'
import { Option } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../config/limits.ts'
import { isStrongPassword } from '../../core/people/credentials/password.ts'
import { Role } from '../../core/state/users/record.ts'

export type RoleName = keyof typeof Role

export const realmOption = (): Option =>
  new Option(
    '--realm <name>',
    'host, subdomain ("" for the root organization) or id of the organization; default: the only one',
  )

export const roleOption = (): Option =>
  new Option('--role <role>', 'the role of the user').choices(Object.keys(Role))

export const jsonOption = (): Option => new Option('--json', 'print JSON instead of a table')

export const PASSWORD_HELP = `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters; "-" reads it from standard input, so that it does not appear in lists of processes`

/**
 * Returns the password of an option; "-" stands for the first line of standard input. Throws `ConfigError`
 * when it is too short, too long or easy to guess.
 */
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
    throw new ConfigError('The password is too easy to guess: choose a longer one')
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
