import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MADE_UP_TYPES } from './made-up-event.ts'

/** Where every exchange of every test is kept, one JSON object a line, for the contract check. */
export const RECORDINGS = fileURLToPath(new URL('../.recordings/', import.meta.url))

const file = `${RECORDINGS}/${process.pid}.ndjson`

/** Appends one exchange. Answers that are not JSON (health, metrics) are not of the contract. */
export function record(method: string, path: string, status: number, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  appendFileSync(file, `${JSON.stringify({ method, path, status, body: ofTheProduct(body) })}\n`)
}

function ofTheProduct(body: { events?: unknown }): object {
  if (!Array.isArray(body.events)) return body
  const events = body.events.filter((event: { type?: unknown }) => !MADE_UP_TYPES.has(String(event.type)))
  return { ...body, events }
}
