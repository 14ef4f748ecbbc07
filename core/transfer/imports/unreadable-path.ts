import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

/**
 * Why a path cannot be imported, as a sentence; undefined for a file or a folder. Nothing is opened: opening
 * a pipe waits for whoever writes into it, and a device such as `/dev/zero` has no end.
 */
export async function unreadablePath(path: string): Promise<string | undefined> {
  try {
    const kind = kindOf(await stat(path))
    return kind && `${path} is ${kind}; only files and folders can be imported.`
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`
  }
}

function kindOf(found: Stats): string | undefined {
  if (found.isFile() || found.isDirectory()) return undefined
  if (found.isFIFO()) return 'a pipe'
  return found.isSocket() ? 'a socket' : 'a device'
}
