import { readFile } from 'node:fs/promises'
import { ConfigError } from '../../config/error.ts'

/**
 * Reads a token, which is one line of a file: other people see the options of a command. Throws
 * `ConfigError`.
 */
export async function tokenIn(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new ConfigError(`${path} cannot be read (${error.code})`)
  })
  const token = text.trim()
  if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new ConfigError(`${path} has no token in one line`)
  return token
}
