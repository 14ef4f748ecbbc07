declare module 'pg/lib/utils.js' {
  /** The text or the bytes that the driver sends for a value. */
  export function prepareValue(value: unknown): string | Buffer | null
}
