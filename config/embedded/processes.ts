import { type ChildProcess, execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A server that this process has started. */
export type EmbeddedServer = {
  url: string
  process: ChildProcess
  /**
   * Stops the server without losing acknowledged writes; kills it if that takes too long. Resolves when it
   * has exited.
   */
  stop(): Promise<void>
}

/** Returns the command line of a process; undefined when there is no such process, or only a zombie. */
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
 * Stops a server that a killed process left running. Another program may have got the same `pid` meanwhile,
 * so the command line must contain `mark`. Resolves to whether such a process was found, once it has exited.
 */
export async function stopOrphan(pid: number, mark: string, signal: NodeJS.Signals): Promise<boolean> {
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

/** Sends a signal to a child, SIGKILL after `deadlineMs`, and resolves when the child has exited. */
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

/** No outgoing connection takes these ports, so a server can have its port again after a crash. */
const PORTS = { from: 15_000, to: 32_000 } as const

/**
 * Finds a TCP port of 127.0.0.1 that no program listens on. The port `second` above it is free too.
 */
export async function freePort(second = 0): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to - second)
    if ((await isFree(port)) && (second === 0 || (await isFree(port + second)))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen({ host: '127.0.0.1', port, exclusive: true }), 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
