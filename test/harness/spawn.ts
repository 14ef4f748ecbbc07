import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of the product that is a process of its own, and serves. */
export interface SpawnedProcess {
  readonly pid: number
  /** What it said of itself when it served. */
  readonly ready: { readonly port?: number }
  /** How it ended: the exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
}

/** The file of a compiled program. */
export const compiled = (path: string): string =>
  fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/**
 * Starts a program that says `{ ready: true }` to its parent once it serves. Resolves then, or with how it
 * ended when it ends before. `output`: a file for what it writes; our own standard error without one.
 */
export async function spawnProcess(
  program: string,
  env: Readonly<Record<string, string>>,
  output: number | 'inherit' = 'inherit',
  execArgv: readonly string[] = ['--enable-source-maps'],
): Promise<SpawnedProcess | number | NodeJS.Signals> {
  const child: ChildProcess = fork(program, {
    execArgv: [...execArgv],
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const first = await Promise.race([once(child, 'message'), exited])
  if (!Array.isArray(first)) return first
  return { pid: child.pid!, ready: first[0], exited, kill: (signal) => void child.kill(signal) }
}
