import { type ChildProcess, spawn } from 'node:child_process'

/** Gateways and workers end when their supervisor dies; the servers that they use wait for them this long. */
const WAIT_SECONDS = 3

/**
 * Waits until its standard input ends, because the process that started it has died. Then it stops the
 * server, unless its process id belongs to another program meanwhile. `read` is a part of the shell, so this
 * is one small process.
 */
const SCRIPT = `
while read -r _; do :; done
sleep ${WAIT_SECONDS}
command=$({ tr '\\0' ' ' <"/proc/$1/cmdline" || ps -o command= -p "$1"; } 2>/dev/null)
case "$command" in *"$2"*) kill -s "$3" "$1" ;; esac`

/**
 * Stops a server in an orderly way when this process dies, however it dies. The server's command line
 * contains `mark`.
 */
export function endWithParent(server: ChildProcess, mark: string, signal: 'INT' | 'TERM'): void {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'loquat-guard', String(server.pid), mark, signal], {
    env: { PATH: process.env.PATH },
    cwd: '/',
    // A separate process group, so that Ctrl-C in the terminal does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell the next start stops what a killed one has left.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  ;(guard.stdin as unknown as { unref?: () => void }).unref?.()
  server.once('exit', () => guard.kill('SIGKILL'))
}
