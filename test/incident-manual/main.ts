import { readFile, writeFile } from 'node:fs/promises'
import { withIncidents } from './manual.ts'

/** Writes the section "Incidents" of docs/operations.md anew. */
const path = new URL('../../docs/operations.md', import.meta.url)
await writeFile(path, withIncidents(await readFile(path, 'utf8')))
