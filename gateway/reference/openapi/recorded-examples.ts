import { readFileSync } from 'node:fs'

/** Exchanges that tests recorded, shortened by `npm run examples`. */
export interface RecordedExamples {
  /** Bodies of successful responses by operation, `POST /messages`. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Events by name, `type` or `type/op`. */
  readonly events: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Reads the examples, which lie beside this module. */
export const readRecordedExamples = (): RecordedExamples =>
  JSON.parse(readFileSync(new URL('../examples.json', import.meta.url), 'utf8')) as RecordedExamples
