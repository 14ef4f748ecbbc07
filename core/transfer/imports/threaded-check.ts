import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { MAX_MOVE_IN_MEMORY_MIB } from '../../../config/limits.ts'
import type { Verify } from './verify.ts'

/** Most parts that the thread has checked and nobody has taken yet. The ids of their rows take 5 MiB. */
export const MOST_UNTAKEN = 128

/**
 * The messages of the thread: first the archive that it reads, then each part, and last the outcome of the
 * check.
 */
export type ThreadMessage =
  | { readonly fingerprint: string }
  | { readonly part: string; readonly ids: readonly number[] }
  | { readonly isWhole: true }
  | { readonly broken: string }

/**
 * Checks an archive in a thread of its own, on another core. The check begins at once, and reads ahead of
 * `verify` by a few parts, so that a command can start while it runs. Exists in compiled form only.
 */
export class ThreadedCheck {
  readonly #thread: Worker
  readonly #messages: AsyncIterable<[ThreadMessage]>

  constructor(path: string) {
    this.#thread = new Worker(new URL('./check-thread.js', import.meta.url), {
      workerData: path,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MOVE_IN_MEMORY_MIB },
    })
    this.#messages = on(this.#thread, 'message', { close: ['exit'] }) as AsyncIterable<[ThreadMessage]>
  }

  /** As `verify` of the archive at the path, once. */
  readonly verify: Verify = async (archive, onPart) => {
    // Loaded here, so that the thread begins before its caller has loaded the shapes of all rows.
    const [{ ArchiveError }, { partsOf }] = await Promise.all([import('./archive.ts'), import('./verify.ts')])
    const byName = new Map(partsOf(archive).map((tablePart) => [tablePart.part.name, tablePart]))
    for await (const [message] of this.#messages) {
      if ('isWhole' in message) return
      if ('broken' in message) throw new ArchiveError(message.broken)
      if ('fingerprint' in message) {
        if (message.fingerprint !== archive.fingerprint)
          throw new ArchiveError('The file was replaced while it was read.')
      } else {
        await onPart(byName.get(message.part)!, message.ids)
        this.#thread.postMessage('taken')
      }
    }
    throw new Error('The thread that checks the archive has ended early')
  }

  /** Ends a check that nobody needs any more. */
  async stop(): Promise<void> {
    await this.#thread.terminate()
  }
}
