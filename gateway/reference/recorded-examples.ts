import { readFileSync } from 'node:fs'

/** Exchanges that tests recorded, shortened by `npm run examples`. */
export interface RecordedExamples {
  /** Bodies of successful responses by operation, `POST /messages`. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Events by name, `type` or `type/op`. */
  readonly events: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export const readRecordedExamples = (file: URL): RecordedExamples =>
  JSON.parse(readFileSync(file, 'utf8')) as RecordedExamples
