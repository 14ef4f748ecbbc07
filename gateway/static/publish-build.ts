import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { FORMER_FILES_DAYS, FORMER_FILES_MIB } from '../../config/limits.ts'

/**
 * In a published folder: the files of former builds, each with the time in milliseconds at which it left the
 * build.
 */
const RECORD = '.former.json'

type Former = Readonly<Record<string, number>>

const DAY_MS = 24 * 3600 * 1000
const MIB = 1024 * 1024

/**
 * Moves a finished build from one folder to another, which running gateways read. They find a complete build
 * at every moment: a file is replaced at once, compressed versions come before the file they belong to, and
 * files in `lists`, which name others, come last.
 *
 * Pages that are open, and gateways that run, still need files of former builds. Each stays for
 * FORMER_FILES_DAYS after the first build without it, as long as all of them need at most FORMER_FILES_MIB;
 * those that left last stay.
 */
export function publishBuild(from: string, to: string, lists: readonly string[], now = Date.now()): void {
  const built = filesIn(from)
  const rank = (name: string) =>
    (lists.includes(name.replace(COMPRESSED, '')) ? 2 : 0) + (COMPRESSED.test(name) ? 0 : 1)
  for (const name of built.toSorted((one, other) => rank(one) - rank(other))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    renameSync(join(from, name), join(to, name))
  }
  rmSync(from, { recursive: true, force: true })
  dropFormer(to, new Set(built), now)
}

/** The names of files in a published folder that belong to former builds only. */
export function formerFiles(folder: string): ReadonlySet<string> {
  return new Set(Object.keys(readRecord(folder)))
}

const COMPRESSED = /\.(?:br|gz)$/

function dropFormer(folder: string, built: ReadonlySet<string>, now: number): void {
  const known = readRecord(folder)
  const former = filesIn(folder)
    .filter((name) => name !== RECORD && !built.has(name))
    .map((name) => ({ name, left: known[name] ?? now, bytes: statSync(join(folder, name)).size }))
    .sort((one, other) => other.left - one.left || (one.name < other.name ? -1 : 1))
  const kept: Record<string, number> = {}
  let bytes = 0
  for (const file of former) {
    bytes += file.bytes
    if (now - file.left < FORMER_FILES_DAYS * DAY_MS && bytes <= FORMER_FILES_MIB * MIB) {
      kept[file.name] = file.left
    } else {
      rmSync(join(folder, file.name), { force: true })
    }
  }
  const draft = join(folder, `${RECORD}.new`)
  writeFileSync(draft, JSON.stringify(kept))
  renameSync(draft, join(folder, RECORD))
}

function readRecord(folder: string): Former {
  const path = join(folder, RECORD)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Former) : {}
}

/** The files below a folder, by their paths in it. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}
