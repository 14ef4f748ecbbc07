import type { Logger as PinoLogger } from 'pino'

/** Structured log lines. Never a key, a password or message text. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>
