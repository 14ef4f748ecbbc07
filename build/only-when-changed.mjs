import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

/**
 * Runs `build` unless `inputs` (files and folders below `root`) have the same contents as at its last
 * success, and resolves to whether it ran. `output` is the folder that `build` fills: without the folder it
 * runs again. One build runs at a time; another call, also of another process, waits for it. Rejects as
 * `build` does.
 */
export async function buildWhenChanged(root, inputs, output, build) {
  await mkdir(join(root, output), { recursive: true })
  const lock = join(root, output, '.building')
  await takeLock(lock)
  try {
    const stamp = join(root, output, '.built-from')
    const contents = await hashOf(root, inputs)
    if ((await read(stamp)) === contents) return false
    await rm(stamp, { force: true })
    await build()
    await writeFile(stamp, contents)
    return true
  } finally {
    await rm(lock, { force: true })
  }
}

/** Creates a file with the number of this process. Waits while the process of an existing one lives. */
async function takeLock(lock) {
  for (;;) {
    try {
      await writeFile(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = Number(await read(lock))
    // The owner writes its number right after it has created the file.
    if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true })
    else await sleep(LOOK_EVERY_MS)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const read = (path) => readFile(path, 'utf8').catch(() => undefined)

/** The hash of the names and contents of files. */
export async function hashOf(root, inputs) {
  const names = (await Promise.all(inputs.map((input) => filesBelow(root, input)))).flat().sort()
  const bytes = await Promise.all(names.map((name) => readFile(join(root, name))))
  const hash = createHash('sha256')
  for (const [index, name] of names.entries()) {
    hash.update(`${name}\0${bytes[index].length}\0`).update(bytes[index])
  }
  return hash.digest('hex')
}

async function filesBelow(root, input) {
  try {
    const entries = await readdir(join(root, input), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [input]
    throw error
  }
}
