import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A secret that is made up once and then stays: reads `path`, or generates 256 random bits (43 URL-safe
 * characters) and writes them there, readable by the owner only. Of two processes that call it at once both
 * get the same secret.
 */
export async function keptSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
