import { fork } from 'node:child_process'
import { stopChild } from '../config/embedded/processes.ts'
import type { Running, Service } from './service.ts'

const STOP_DEADLINE_MS = 10_000

export type ChildOptions = {
  name: string
  /** Path of the script. */
  script: string
  env: NodeJS.ProcessEnv
}

/**
 * A script of ours as a service. It says `process.send({ ready: true })` when it serves, ends itself on
 * SIGTERM within ten seconds, and ends itself on 'disconnect', which is how it learns that its supervisor
 * was killed. What it prints goes where the supervisor prints.
 */
export function childService({ name, script, env }: ChildOptions): Service {
  return {
    name,
    async start(): Promise<Running> {
      const child = fork(script, {
        env,
        // A group of its own: Ctrl-C in the terminal reaches only the supervisor, which stops things in order.
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const ready = new Promise<void>((resolve) => {
        child.on('message', (message: { ready?: boolean }) => {
          if (message.ready) resolve()
        })
      })
      return { process: child, ready, stop: () => stopChild(child, 'SIGTERM', STOP_DEADLINE_MS) }
    },
  }
}
