import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile as ReadZip } from 'yauzl'
import { ZipFile } from 'yazl'
import type { Manifest } from '../../core/transfer/exports/archive/manifest.ts'
import type { Body } from './client.ts'

/** The contents of an archive's entries by name, in the archive's order. */
export type Entries = Map<string, Buffer>

/** Reads all entries of the ZIP file at `path`. */
export async function readEntries(path: string): Promise<Entries> {
  const open = promisify<Buffer, { lazyEntries: boolean }, ReadZip>(fromBuffer)
  const zip = await open(await readFile(path), { lazyEntries: true })
  const entries: Entries = new Map()
  for (let left = zip.entryCount; left > 0; left -= 1) {
    const entry = await new Promise<Entry>((resolve) => {
      zip.once('entry', resolve)
      zip.readEntry()
    })
    const stream = await promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))(entry)
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    entries.set(entry.fileName, Buffer.concat(chunks))
  }
  return entries
}

/** Writes a ZIP file to `path`. Uploaded files are stored without compression, as in exports. */
export async function writeEntries(path: string, entries: Entries): Promise<void> {
  const zip = new ZipFile()
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name, { compress: !name.startsWith('files/') })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  await writeFile(path, Buffer.concat(chunks))
}

/** Changes an archive's manifest. */
export function changeManifest(entries: Entries, change: (manifest: Manifest) => void): void {
  const manifest = JSON.parse(entries.get('manifest.json')!.toString())
  change(manifest)
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

/** Changes the rows of a table's first part, and the manifest to match. */
export function changeRows(entries: Entries, table: string, change: (rows: Body[]) => Body[]): void {
  const name = `${table}/000001.ndjson`
  const lines = entries.get(name)!.toString().trimEnd().split('\n')
  const rows = change(lines.map((line) => JSON.parse(line)))
  putPart(entries, table, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`, rows.length)
}

/** Splits a table's only part into parts of one row each. Returns their number. */
export function splitPart(entries: Entries, table: string): number {
  const whole = `${table}/000001.ndjson`
  const lines = entries.get(whole)!.toString().trimEnd().split('\n')
  entries.delete(whole)
  const parts = lines.map((line, index) => {
    const name = `${table}/${String(index + 1).padStart(6, '0')}.ndjson`
    const bytes = Buffer.from(`${line}\n`)
    entries.set(name, bytes)
    return { name, rows: 1, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  changeManifest(entries, ({ tables }) => {
    tables.find(({ name }) => name === table)!.parts = parts
  })
  return parts.length
}

/** Replaces a table's first part with `text`, and changes the manifest to match. */
export function putPart(entries: Entries, table: string, text: string, rows: number): void {
  const name = `${table}/000001.ndjson`
  const bytes = Buffer.from(text)
  entries.set(name, bytes)
  changeManifest(entries, ({ tables }) => {
    const entry = tables.find(({ name }) => name === table)!
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    entry.rows = rows
    entry.parts = [{ name, rows, bytes: bytes.length, sha256 }]
  })
}
