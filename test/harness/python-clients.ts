import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from './client.ts'

/** Where `.ci/run` installs the packages: `zulip`, `zulip_bots` and `zulip-term` of PyPI. */
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const programs = process.env.PYTHON_CLIENTS || join(cache, 'loquat/python-clients/bin')

/** One line that says why tests of Python clients are skipped; undefined when they run. */
export const pythonClientsMissing = ['zulip-send', 'zulip-run-bot', 'zulip-term'].every((name) =>
  existsSync(join(programs, name)),
)
  ? undefined
  : `no zulip-send, zulip-run-bot and zulip-term in ${programs} (.ci/run installs them; PYTHON_CLIENTS names another folder)`

if (pythonClientsMissing && process.env.CI) throw new Error(pythonClientsMissing)
if (pythonClientsMissing) {
  process.stderr.write(`Tests of clients in Python are skipped: ${pythonClientsMissing}\n`)
}

/** The path of a program of the packages, or of the `python` that can import them. */
export const pythonProgram = (name: string): string => join(programs, name)

/** The path of a script in test/clients for that `python`. */
export const script = (name: string): string => fileURLToPath(new URL(`../clients/${name}`, import.meta.url))

/** A folder with the configuration that all these clients read, for one user of one server. */
export class ClientHome {
  readonly folder: string
  /** The file with address, key and server. */
  readonly zuliprc: string

  private constructor(folder: string) {
    this.folder = folder
    this.zuliprc = join(folder, 'zuliprc')
  }

  static async for({ url, credentials }: Pick<Client, 'url' | 'credentials'>): Promise<ClientHome> {
    const home = new ClientHome(await mkdtemp(join(tmpdir(), 'loquat-client-')))
    const { email, apiKey } = credentials!
    const lines = ['[api]', `email=${email}`, `key=${apiKey}`, `site=${url}`, '']
    await writeFile(home.zuliprc, lines.join('\n'), { mode: 0o600 })
    return home
  }

  /** Environment of a client. It omits our own variables, which could point the client to another server. */
  get env(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.folder,
      LANG: 'C.UTF-8',
      PYTHONUNBUFFERED: '1',
      // Prevents compiled files beside our scripts.
      PYTHONDONTWRITEBYTECODE: '1',
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** A running program and its output so far. */
export class RunningProgram {
  output = ''
  readonly #child: ChildProcessWithoutNullStreams
  readonly #exited: Promise<number | NodeJS.Signals>
  #isEnded = false
  #onOutput: () => void = () => undefined

  constructor(command: string, args: readonly string[], home: ClientHome, env: Record<string, string> = {}) {
    this.#child = spawn(command, [...args], { cwd: home.folder, env: { ...home.env, ...env } })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
        this.#onOutput()
      })
    }
    this.#exited = once(this.#child, 'close').then(([code, signal]) => {
      this.#isEnded = true
      this.#onOutput()
      return code ?? signal
    })
  }

  write(text: string): void {
    this.#child.stdin.write(text)
  }

  /** Resolves when the output fulfils the condition. Rejects when the program ends before. */
  async until(condition: (output: string) => boolean): Promise<void> {
    while (!condition(this.output)) {
      if (this.#isEnded) throw new Error(`the program ended with the output: ${this.output.slice(-3000)}`)
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve
      })
    }
  }

  /** Resolves with the exit code or the signal when the program has ended. */
  ended(): Promise<number | NodeJS.Signals> {
    return this.#exited
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.#child.kill(signal)
    return this.#exited
  }
}
