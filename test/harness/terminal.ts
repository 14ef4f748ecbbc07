import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientHome, RunningProgram } from './python-clients.ts'

/** What programs write to move the cursor and to change colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are control characters
const CONTROLS = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|[\x0e\x0f\r]/g

/** The least time for a program to tell a lone Escape from the beginning of a key's sequence, in milliseconds. */
const ESCAPE_MS = 500

/** A program in a terminal of 50 lines and 180 columns. */
export class Terminal {
  readonly #program: RunningProgram
  /** What the program wrote before this is not looked at any more. */
  #seen = 0

  constructor(command: string, home: ClientHome) {
    // `script` is a terminal for its command, of no size at first.
    const line = `stty rows 50 cols 180; exec ${command}`
    this.#program = new RunningProgram('script', ['-qfec', line, '/dev/null'], home, {
      TERM: 'xterm-256color',
      SHELL: '/bin/sh',
    })
  }

  /** All that the program has written since the last key, as text. */
  get text(): string {
    return this.#program.output.slice(this.#seen).replace(CONTROLS, '')
  }

  /** Presses keys, and forgets what was shown before. */
  press(keys: string): void {
    this.#seen = this.#program.output.length
    this.#program.write(keys)
  }

  async escape(): Promise<void> {
    this.press('\x1b')
    await sleep(ESCAPE_MS)
  }

  /** Resolves once the program shows a text; rejects when it ends before. */
  shows(text: string): Promise<void> {
    return this.#program.until(() => this.text.includes(text))
  }

  close(): Promise<number | NodeJS.Signals> {
    return this.#program.stop('SIGKILL')
  }
}
