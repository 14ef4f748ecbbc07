import { connect } from 'node:net'
import type { IncidentName } from '../../../core/platform/incidents/catalogue.ts'
import type { Troubles } from '../../../core/platform/incidents/troubles.ts'
import { type Storage, StorageError } from '../../../storage/storage.ts'
import { NoAnswer } from './within.ts'

/** A file that does not exist: the store has to look for it. */
const KEY = 'loquat-incidents-probe'
const SLOW_MS = 2_000
const LIMIT_MS = 8_000
/** A machine that lets nobody connect within this time cannot be reached. */
const CONNECT_MS = 3_000
/** A folder with less room is full. */
const LEAST_ROOM_BYTES = 64 * 1024 * 1024

/** Asks the store of uploads for a file, and notes its faults. `name`: its host or folder. */
export async function askStorage(troubles: Troubles, storage: Storage, name: string): Promise<void> {
  const begunAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(LIMIT_MS)), LIMIT_MS)
  })
  try {
    await Promise.race([lookForFile(storage), late])
    troubles.settle('storage-away')
    troubles.settle('storage-refused')
    const tookMs = performance.now() - begunAt
    if (tookMs < SLOW_MS) troubles.settle('storage-slow')
    else troubles.note('storage-slow', { reason: `${name}: an answer took ${(tookMs / 1000).toFixed(1)} s` })
    const room = await storage.room()
    if (room >= LEAST_ROOM_BYTES) troubles.settle('storage-full')
    else troubles.note('storage-full', { reason: `${name}: ${Math.floor(room / 1024 / 1024)} MiB are left` })
  } catch (error) {
    const kind = kindOf(error)
    for (const other of ['storage-away', 'storage-refused'] as const)
      if (other !== kind) troubles.settle(other)
    const reach = kind === 'storage-away' && isSilence(error) ? await reachOf(name) : undefined
    const reason = [reasonOf(error), reach].filter((part) => part !== undefined).join('; ')
    troubles.note(kind, { reason: `${name}: ${reason}` })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads a file that does not exist. The answer to a question about it (HEAD) would have no body, which alone
 * tells a missing file from a missing bucket, and says why access is refused.
 */
async function lookForFile(storage: Storage): Promise<void> {
  try {
    const file = await storage.get(KEY)
    file.destroy()
  } catch (error) {
    if (!(error instanceof StorageError && error.failure === 'missing')) throw error
  }
}

/** Whether an error says only that no answer came. */
const isSilence = (error: unknown): boolean =>
  error instanceof NoAnswer || /\b(?:time(?:d )?out|timeouterror)\b/i.test(reasonOf(error))

/** Whether the machine of a store accepts connections; undefined for stores without an address. */
function reachOf(name: string): Promise<string | undefined> {
  const address = /^https?:\/\/[^\s,]+/.exec(name)?.[0]
  if (address === undefined || !URL.canParse(address)) return Promise.resolve(undefined)
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) },
      timeout: CONNECT_MS,
    })
    socket.on('connect', () => resolve('it accepts connections'))
    socket.on('timeout', () => resolve(`no connection within ${CONNECT_MS / 1000} s`))
    socket.on('error', ({ message }) => resolve(message))
    for (const event of ['connect', 'timeout'] as const) socket.on(event, () => socket.destroy())
  })
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode

const causeOf = (error: unknown): unknown => (error instanceof StorageError ? error.cause : error)

function kindOf(error: unknown): IncidentName & `storage-${string}` {
  const cause = causeOf(error)
  if (error instanceof StorageError && error.failure === 'full') return 'storage-full'
  const status = statusOf(cause)
  const { code } = (cause ?? {}) as { code?: unknown }
  const isRefused = (status !== undefined && status >= 300 && status < 500) || code === 'EACCES'
  return isRefused ? 'storage-refused' : 'storage-away'
}

/** The innermost reason, with the code of the connection or the status of the store. */
function reasonOf(error: unknown): string {
  const cause = causeOf(error)
  const {
    name = '',
    message = '',
    code,
    errors,
  } = (cause ?? {}) as Error & {
    code?: string
    errors?: readonly Error[]
  }
  const status = statusOf(cause)
  if (status !== undefined) {
    const isNamed = name !== '' && !/^(?:Unknown(?:Error)?|Error|\d+)$/.test(name)
    return isNamed ? `${status} ${name}` : `${status}, without an error code`
  }
  const inner = errors?.[0]?.message ?? message
  return inner !== '' && inner !== 'UnknownError' ? inner : (code ?? name)
}
