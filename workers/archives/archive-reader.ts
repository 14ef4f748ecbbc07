import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { MAX_MOVE_IN_MEMORY_MIB } from '../../config/limits.ts'
import type { OnRead, ReadArchive, ReadUploaded } from '../../core/transfer/history/read.ts'
import { ArchiveError } from '../../core/transfer/imports/archive.ts'

/** The compiled program, also where tests run this file as it is. */
const COMPILED = import.meta.url.endsWith('.ts') ? '../../dist/workers/archives/' : './'
const PROGRAM = fileURLToPath(new URL(`${COMPILED}reading-process.js`, import.meta.url))

/** How long a process may send nothing. It sends a sign of life every second while its thread is free. */
const MAX_SILENCE_MS = 10 * 60_000

/** A message of the process. */
export type ReadingMessage =
  | { readonly phase: 'reading' | 'checking'; readonly done: number; readonly total: number }
  | { readonly read: ReadArchive }
  /** The archive is broken or refused, by this sentence. */
  | { readonly refused: string }
  | { readonly failed: string; readonly code?: unknown }

export interface ReaderOptions {
  /** The compiled program of the process. */
  readonly program?: string
  /** Largest memory of the process, in MiB. */
  readonly memoryMib?: number
  /** How long the process may send nothing, in milliseconds. */
  readonly maxSilenceMs?: number
}

/**
 * Reads uploaded archives in a process of its own for each, with bounded memory and a low priority. An
 * archive that blocks, exhausts or crashes it does not affect this process. Throws `ArchiveError` for an
 * archive that is broken, refused, or needs more memory, and other errors when the process ended for another
 * reason or was silent for too long.
 */
export const archiveReader =
  ({
    program = PROGRAM,
    memoryMib = MAX_MOVE_IN_MEMORY_MIB,
    maxSilenceMs = MAX_SILENCE_MS,
  }: ReaderOptions = {}): ReadUploaded =>
  async (archive, onRead) => {
    // An empty environment keeps secrets from code that a malicious archive might run.
    const child = fork(program, [String(memoryMib)], {
      env: {},
      execArgv: [`--max-old-space-size=${memoryMib}`],
      stdio: 'ignore',
    })
    try {
      child.send(archive, () => undefined) // when sending fails, the process has ended
      return await answerOf(child, onRead, memoryMib, maxSilenceMs)
    } finally {
      child.kill('SIGKILL')
    }
  }

function answerOf(
  child: ChildProcess,
  onRead: OnRead,
  memoryMib: number,
  maxSilenceMs: number,
): Promise<ReadArchive> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(
      () => end(() => reject(new Error('the process that reads an archive is silent'))),
      maxSilenceMs,
    )
    const end = (settle: () => void) => {
      clearTimeout(silence)
      settle()
    }
    child.on('message', (message: ReadingMessage) => {
      silence.refresh()
      if ('read' in message) return end(() => resolve(message.read))
      if ('refused' in message) return end(() => reject(new ArchiveError(message.refused)))
      if ('failed' in message) {
        return end(() => reject(Object.assign(new Error(message.failed), { code: message.code })))
      }
      try {
        onRead(message.phase, message.done, message.total)
      } catch (error) {
        end(() => reject(error))
      }
    })
    child.on('error', (error) => end(() => reject(error)))
    child.on('exit', (code, signal) =>
      end(() =>
        reject(
          // V8 aborts a process whose heap is full.
          signal === 'SIGABRT' || code === 134
            ? tooMuchMemory(memoryMib)
            : new Error(`the process that reads an archive has ended (${signal ?? code})`),
        ),
      ),
    )
  })
}

export const tooMuchMemory = (mib: number): ArchiveError =>
  new ArchiveError(`The archive is refused: reading it takes more than ${mib} MiB of memory.`)
