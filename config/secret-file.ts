import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Reads the secret in `path`. When there is none, generates 256 random bits (43 URL-safe characters) and
 * writes them to `path`, readable by the owner only. Processes that call it at the same time get the same
 * secret.
 */
export async function readOrCreateSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(path, 'utf8')).trim()
}
