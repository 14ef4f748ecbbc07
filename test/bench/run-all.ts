import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './report.ts'

/** The content of FILE after `npm run bench -- all --json FILE`. */
export interface Run {
  /** The commit that was measured. */
  readonly commit: string
  readonly startedAt: string
  readonly node: string
  readonly processors: string
  /**
   * The figures by benchmark. One that did not run to its end is absent; one that exceeded its limit is here.
   */
  readonly benches: Readonly<Record<string, readonly Figure[]>>
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/**
 * Runs the benchmarks one after the other, each in a separate process. Lets this process end with 1 if one of
 * them did not end with 0.
 */
export async function runAll(names: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-bench-all-'))
  const startedAt = new Date().toISOString()
  const benches: Record<string, readonly Figure[]> = {}
  for (const name of names) {
    process.stdout.write(`== ${name}\n`)
    const file = join(folder, name)
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN, name, '--json', file], {
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    if (existsSync(file)) benches[name] = JSON.parse(readFileSync(file, 'utf8'))
    if (code === 0) continue
    process.stdout.write(`${name} ended with ${code}\n`)
    process.exitCode = 1
  }
  rmSync(folder, { recursive: true })
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const [processor] = cpus()
  const processors = `${cpus().length} × ${processor?.model ?? 'unknown'}`
  return { commit, startedAt, node: process.version, processors, benches }
}
