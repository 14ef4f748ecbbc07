import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A text with the number that it is sorted by. */
export interface SortedLine {
  readonly key: number
  readonly text: string
}

/** Characters in memory before they are sorted and written. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** Files that are merged at once. */
const MAX_RUNS = 64

/** Sorts any number of lines by numbers, on disk beyond some megabytes. Equal numbers keep their order. */
export class SortedLines {
  readonly #folder: string
  readonly #name: string
  #lines: SortedLine[] = []
  #characters = 0
  #runs: string[] = []
  #written = 0

  /** Writes files that begin with `name` into `folder`. */
  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#name = name
  }

  /** Adds a line, which is JSON without line breaks. */
  async add(key: number, json: string): Promise<void> {
    // Node takes these two for line breaks.
    const text = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    this.#lines.push({ key, text })
    this.#characters += text.length + 32
    if (this.#characters < MAX_CHARACTERS) return
    await this.#write(inOrder(this.#lines))
    this.#lines = []
    this.#characters = 0
    if (this.#runs.length >= MAX_RUNS) await this.#joinRuns()
  }

  /** Yields all lines in order, once. */
  async *read(): AsyncGenerator<SortedLine> {
    const rest = inOrder(this.#lines)
    this.#lines = []
    yield* merged([...this.#runs.map((path) => readRun(path)), iterate(rest)])
    await Promise.all(this.#runs.map((path) => rm(path, { force: true })))
  }

  async #joinRuns(): Promise<void> {
    const runs = this.#runs
    this.#runs = []
    await this.#write(merged(runs.map((path) => readRun(path))))
    await Promise.all(runs.map((path) => rm(path, { force: true })))
  }

  async #write(lines: Iterable<SortedLine> | AsyncIterable<SortedLine>): Promise<void> {
    this.#written += 1
    const path = join(this.#folder, `${this.#name}-${this.#written}`)
    const file = await open(path, 'w')
    try {
      await writeLines(file, lines)
    } finally {
      await file.close()
    }
    this.#runs.push(path)
  }
}

const inOrder = (lines: SortedLine[]): SortedLine[] => lines.sort((a, b) => a.key - b.key)

async function writeLines(
  file: FileHandle,
  lines: Iterable<SortedLine> | AsyncIterable<SortedLine>,
): Promise<void> {
  let text = ''
  for await (const line of lines) {
    text += `${line.key} ${line.text}\n`
    if (text.length < 65_536) continue
    await file.write(text)
    text = ''
  }
  await file.write(text)
}

async function* readRun(path: string): AsyncGenerator<SortedLine> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    const space = line.indexOf(' ')
    yield { key: Number(line.slice(0, space)), text: line.slice(space + 1) }
  }
}

async function* iterate(lines: Iterable<SortedLine>): AsyncGenerator<SortedLine> {
  yield* lines
}

/** Merges sorted sequences. Of equal numbers, the earlier sequence's number comes first. */
async function* merged(sequences: readonly AsyncGenerator<SortedLine>[]): AsyncGenerator<SortedLine> {
  if (sequences.length === 1) return yield* sequences[0]!
  const heads: (SortedLine | undefined)[] = []
  for (const sequence of sequences) heads.push((await sequence.next()).value ?? undefined)
  for (;;) {
    let least = -1
    for (const [index, head] of heads.entries()) {
      if (head !== undefined && (least < 0 || head.key < heads[least]!.key)) least = index
    }
    if (least < 0) return
    yield heads[least]!
    heads[least] = (await sequences[least]!.next()).value ?? undefined
  }
}
