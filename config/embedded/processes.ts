import { type ChildProcess, execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A server of ours that answers at `url`. */
export type EmbeddedServer = {
  url: string
  process: ChildProcess
  /** Orderly, nothing acknowledged is lost; killed when it takes too long. Resolves when it is gone. */
  stop(): Promise<void>
}

/** The command line of a process, or undefined when there is none of that id (or only its zombie). */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8')
      return raw.replaceAll('\0', ' ').trim() || undefined
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * Ends the server that a killed run left behind. `pid` may by now be another program's: only a process whose
 * command line contains `mark` is touched. Resolves to whether there was one; it is gone then.
 */
export async function endOrphan(pid: number, mark: string, signal: NodeJS.Signals): Promise<boolean> {
  const isOurs = async () => (await commandLineOf(pid))?.includes(mark) ?? false
  if (!(await isOurs())) return false
  process.kill(pid, signal)
  const deadline = Date.now() + 20_000
  while (await isOurs()) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
    await sleep(25)
  }
  return true
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Signals a child and resolves when it has exited; SIGKILL after `deadlineMs`. */
export async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  deadlineMs: number,
): Promise<void> {
  if (hasExited(child)) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  await exited
  clearTimeout(timer)
}

/**
 * A TCP port of 127.0.0.1 that nothing listens on. Below those the system gives to outgoing connections, so
 * that it is still free when a server that crashed wants it back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const server = createServer()
    try {
      await once(server.listen({ host: '127.0.0.1', port, exclusive: true }), 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
