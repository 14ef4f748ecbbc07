import type { Troubles } from '../../core/platform/incidents/troubles.ts'
import { markOutage } from '../../core/platform/log/outage.ts'
import { isTimeout } from '../running/hosts.ts'
import { NO_MAIL_SERVER } from './mail-transport.ts'

/** A mail that takes this long is slow; after the second time its server counts as silent. */
const SLOW_MS = 10_000
const SILENT_MS = 20_000
/** A mail that arrives ends a refusal that is this old: the server may refuse some mails only. */
const QUIET_MS = 30_000

/** Codes of errors that mean that no answer of the server has arrived. */
const UNREACHED = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
  ...['ECONNECTION', 'ESOCKET', 'EDNS', 'ETIMEDOUT'],
])

/** Refusals of one recipient: mails to others arrive (RFC 3463, sections 3.2 and 3.3). */
const OF_ONE_ADDRESS =
  /(?:recipients? (?:were|was) rejected|Recipient command failed).*(?:\b5\.1\.[0-6]\b|\b5\.2\.\d|unknown|no such user)/is

interface Attempt {
  /** Host and port of the mail server; undefined without one. */
  readonly server: string | undefined
  readonly realm: number | null
}

/**
 * Runs one attempt to send a mail, and notes when its server refuses or defers it, is slow, or does not
 * answer.
 */
export async function watchMail<T>(
  troubles: Troubles,
  { server = '', realm }: Attempt,
  send: () => Promise<T>,
): Promise<T> {
  const begunAt = performance.now()
  const timers = [
    setTimeout(() => troubles.note('mail-slow', { reason: waitedFor(server, SLOW_MS), realm }), SLOW_MS),
    setTimeout(
      () => troubles.note('mail-silent', { reason: waitedFor(server, SILENT_MS), realm }),
      SILENT_MS,
    ),
  ]
  try {
    const result = await send()
    troubles.settle('mail-silent')
    troubles.settle('mail-unset')
    for (const name of ['mail-refused', 'mail-deferred'] as const) troubles.settle(name, undefined, QUIET_MS)
    if (performance.now() - begunAt < SLOW_MS) troubles.settle('mail-slow', undefined, QUIET_MS)
    return result
  } catch (error) {
    const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number }
    if (server !== '') markOutage(error, { part: 'mail server', host: server })
    const sign = { reason: server === '' ? message : `${server}: ${message}`, realm }
    if (message === NO_MAIL_SERVER) troubles.noteError('mail-unset', error, { realm })
    else if (responseCode === undefined && (isTimeout(error) || UNREACHED.has(code ?? '')))
      troubles.noteError('mail-silent', error, sign)
    else {
      troubles.settle('mail-silent')
      if (isDeferred(error)) troubles.noteError('mail-deferred', error, sign)
      else {
        const severity = OF_ONE_ADDRESS.test(message) ? 'warning' : undefined
        troubles.noteError('mail-refused', error, { ...sign, severity })
      }
    }
    throw error
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

/** Whether the mail server has answered "later" (RFC 5321, section 4.2.1: 4yz). */
export function isDeferred(error: unknown): boolean {
  const { message, responseCode } = error as Error & { responseCode?: number }
  if (responseCode !== undefined) return responseCode >= 400 && responseCode < 500
  return /(?:^|: |response=)4\d\d[ -]/.test(message)
}

const waitedFor = (server: string, milliseconds: number): string =>
  `${server} has not taken a mail for ${milliseconds / 1000} s`
