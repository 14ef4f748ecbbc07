import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { commandAt, type Place, THIS_MACHINE } from './place.ts'

/** A program of the product that serves in its own process. */
export interface SpawnedProcess {
  readonly pid: number
  /** The message with which the program reported that it serves. */
  readonly ready: { readonly port?: number }
  /** Resolves with the exit code, or with the signal that ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
}

/** The file of a compiled program. */
export const compiled = (path: string): string =>
  fileURLToPath(new URL(`../../dist/${path}`, import.meta.url))

/**
 * Starts a program that sends `{ ready: true }` to its parent once it serves, and resolves then. Resolves
 * with the exit code or signal when the program ends before. `output`: descriptor of a file for the program's
 * output. `place`: the network namespace in which the program runs.
 */
export async function spawnProcess(
  program: string,
  env: Readonly<Record<string, string>>,
  output: number | 'inherit' = 'inherit',
  execArgv: readonly string[] = ['--enable-source-maps'],
  place: Place = THIS_MACHINE,
): Promise<SpawnedProcess | number | NodeJS.Signals> {
  const { file, args } = commandAt(place, process.execPath, execArgv)
  const child: ChildProcess = fork(program, {
    execPath: file,
    execArgv: args,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const first = await Promise.race([once(child, 'message'), exited])
  if (!Array.isArray(first)) return first
  return { pid: child.pid!, ready: first[0], exited, kill: (signal) => void child.kill(signal) }
}
