import { Presets, SingleBar } from 'cli-progress'

/** Interval between two lines of progress when standard error is not a terminal. */
const LINE_MS = 5_000

/** Shows progress on standard error: a bar on a terminal, else a line every five seconds. */
export class ProgressDisplay {
  #bar: SingleBar | undefined
  #task: string | undefined
  #lastLine = 0

  show(task: string, done: number, total: number, unit = 'rows'): void {
    if (process.stderr.isTTY) this.#draw(task, done, total, unit)
    else this.#write(task, done, total, unit)
  }

  /** Ends the display; the last state stays visible. */
  end(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #draw(task: string, done: number, total: number, unit: string): void {
    if (this.#task !== task) {
      this.end()
      this.#task = task
      const format = `${task} [{bar}] {percentage} % | {value}/{total} ${unit} | {eta_formatted} left`
      this.#bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic)
      this.#bar.start(total, done)
    }
    this.#bar?.update(done)
  }

  #write(task: string, done: number, total: number, unit: string): void {
    const isNew = this.#task !== task
    if (!isNew && done < total && Date.now() - this.#lastLine < LINE_MS) return
    this.#task = task
    this.#lastLine = Date.now()
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    process.stderr.write(`${task}: ${percent} % (${done} of ${total} ${unit})\n`)
  }
}
