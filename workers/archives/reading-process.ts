import { setPriority } from 'node:os'
import { readUploaded, type UploadedArchive } from '../../core/transfer/history/read.ts'
import { ArchiveError } from '../../core/transfer/imports/archive.ts'
import { pictureMaker } from '../../storage/images/picture-maker.ts'
import { type ReadingMessage, tooMuchMemory } from './archive-reader.ts'

/*
 * The process of an `archiveReader`: reads the archive of the first message, and sends how far it is and what
 * came out. Its first argument is the largest memory in MiB.
 */

/** Interval of the signs of life, in milliseconds. */
const SIGN_MS = 1_000
const MIB = 1024 ** 2
/** Below other work of the machine, such as mail. */
const LOW_PRIORITY = 10

const memoryMib = Number(process.argv[2])
let latest: ReadingMessage = { phase: 'reading', done: 0, total: 0 }

/** Sends the last message, and ends the process when the worker has it. */
function finish(message: ReadingMessage): void {
  clearInterval(signs)
  process.send?.(message, () => process.exit())
}

const signs = setInterval(() => {
  // Buffers are outside of the heap, which V8 bounds.
  if (process.memoryUsage.rss() > memoryMib * MIB) finish({ refused: tooMuchMemory(memoryMib).message })
  else process.send?.(latest)
}, SIGN_MS)

process.once('message', async (archive: UploadedArchive) => {
  try {
    const read = await readUploaded(archive, {
      pictures: pictureMaker(),
      onRead: (phase, done, total) => {
        latest = { phase, done, total }
      },
    })
    finish({ read })
  } catch (error) {
    if (error instanceof ArchiveError) return finish({ refused: error.message })
    const { stack, message, code } = error as NodeJS.ErrnoException
    finish({ failed: stack ?? message, code })
  }
})
process.on('disconnect', () => process.exit())
setPriority(LOW_PRIORITY)
