import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UNDECLARED_TYPES } from './undeclared-event.ts'

/** Folder of the recorded exchanges of all tests, one JSON object a line. The contract check reads them. */
export const RECORDINGS = fileURLToPath(new URL('../.recordings/', import.meta.url))

const file = `${RECORDINGS}/${process.pid}.ndjson`

/**
 * Records one exchange. Skips answers that are not JSON (health, metrics), which the contract does not cover.
 */
export function record(method: string, path: string, status: number, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  appendFileSync(file, `${JSON.stringify({ method, path, status, body: withoutMadeUpEvents(body) })}\n`)
}

function withoutMadeUpEvents(body: { events?: unknown }): object {
  if (!Array.isArray(body.events)) return body
  const events = body.events.filter((event: { type?: unknown }) => !UNDECLARED_TYPES.has(String(event.type)))
  return { ...body, events }
}
