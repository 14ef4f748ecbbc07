import { Presets, SingleBar } from 'cli-progress'

/** How often a line is written where no bar can be drawn. */
const LINE_MS = 5_000

/** Shows how far something is: a bar on a terminal, a line now and then elsewhere. On standard error. */
export class ProgressDisplay {
  #bar: SingleBar | undefined
  #what: string | undefined
  #lastLine = 0

  show(what: string, done: number, total: number): void {
    if (process.stderr.isTTY) this.#draw(what, done, total)
    else this.#write(what, done, total)
  }

  /** Leaves what was shown last. */
  end(): void {
    this.#bar?.stop()
    this.#bar = undefined
  }

  #draw(what: string, done: number, total: number): void {
    if (this.#what !== what) {
      this.end()
      this.#what = what
      const format = `${what} [{bar}] {percentage} % | {value}/{total} rows | {eta_formatted} left`
      this.#bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic)
      this.#bar.start(total, done)
    }
    this.#bar?.update(done)
  }

  #write(what: string, done: number, total: number): void {
    const isNew = this.#what !== what
    if (!isNew && done < total && Date.now() - this.#lastLine < LINE_MS) return
    this.#what = what
    this.#lastLine = Date.now()
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    process.stderr.write(`${what}: ${percent} % (${done} of ${total} rows)\n`)
  }
}
