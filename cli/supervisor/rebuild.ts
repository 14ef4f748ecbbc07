import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'

const QUIET_MS = 150

/**
 * Compiles the project in `root` 150 ms after the last change in one of its `folders`, and calls `onCompiled`
 * when that succeeds. The compiler prints its errors on the terminal. Builds run one after the other.
 */
export function rebuildOnSave(root: string, folders: string[], onCompiled: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined
  let builds = Promise.resolve()

  async function rebuild(): Promise<void> {
    const child = spawn('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code === 0) await onCompiled()
  }

  for (const folder of folders.map((name) => join(root, name)).filter(existsSync)) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!/\.(?:tsx?|html|txt|css|svg)$/.test(file ?? '')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        builds = builds.then(rebuild)
      }, QUIET_MS)
    })
  }
}
