import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where every exchange of every test is kept, one JSON object a line, for the contract check. */
export const RECORDINGS = fileURLToPath(new URL('../.recordings/', import.meta.url))

const file = `${RECORDINGS}/${process.pid}.ndjson`

/** Appends one exchange. Answers that are not JSON (health, metrics) are not of the contract. */
export function record(method: string, path: string, status: number, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  appendFileSync(file, `${JSON.stringify({ method, path, status, body })}\n`)
}
