import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'

const QUIET_MS = 150

/**
 * Compiles the project in `root` whenever one of its `folders` changes, a moment after the last change, and
 * then calls `compiled`; not when the compiler complains, which it does on the terminal. One at a time.
 */
export function rebuildOnSave(root: string, folders: string[], compiled: () => Promise<void>): void {
  let pause: NodeJS.Timeout | undefined
  let work = Promise.resolve()

  async function rebuild(): Promise<void> {
    const child = spawn('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code === 0) await compiled()
  }

  for (const folder of folders.map((name) => join(root, name)).filter(existsSync)) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!/\.(?:ts|html|txt)$/.test(file ?? '')) return
      clearTimeout(pause)
      pause = setTimeout(() => {
        work = work.then(rebuild)
      }, QUIET_MS)
    })
  }
}
