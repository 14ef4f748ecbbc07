import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientHome, RunningProgram } from './python-clients.ts'

/** Escape sequences that move the cursor and change colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are control characters
const CONTROLS = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|[\x0e\x0f\r]/g

/** Milliseconds after which a program takes an Escape for the key instead of the start of a sequence. */
const ESCAPE_MS = 500

/** A program in a terminal of 50 lines and 180 columns. */
export class Terminal {
  readonly #program: RunningProgram
  /** Length of the output before the last key; `text` leaves this output out. */
  #outputStart = 0

  constructor(command: string, home: ClientHome) {
    // `script` gives its command a terminal, which has no size at first.
    const line = `stty rows 50 cols 180; exec ${command}`
    this.#program = new RunningProgram('script', ['-qfec', line, '/dev/null'], home, {
      TERM: 'xterm-256color',
      SHELL: '/bin/sh',
    })
  }

  /** The output since the last key, without escape sequences. */
  get text(): string {
    return this.#program.output.slice(this.#outputStart).replace(CONTROLS, '')
  }

  /** Presses keys. `text` then starts anew. */
  press(keys: string): void {
    this.#outputStart = this.#program.output.length
    this.#program.write(keys)
  }

  async escape(): Promise<void> {
    this.press('\x1b')
    await sleep(ESCAPE_MS)
  }

  /** Resolves when the program shows a text. Rejects when the program ends before. */
  shows(text: string): Promise<void> {
    return this.#program.until(() => this.text.includes(text))
  }

  close(): Promise<number | NodeJS.Signals> {
    return this.#program.stop('SIGKILL')
  }
}
