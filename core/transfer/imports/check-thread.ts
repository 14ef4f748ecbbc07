import { parentPort, workerData } from 'node:worker_threads'
import { Archive, ArchiveError } from './archive.ts'
import { MOST_UNTAKEN, type ThreadMessage } from './threaded-check.ts'
import { verify } from './verify.ts'

/** The thread of a `ThreadedCheck`. Checks the archive whose path is its `workerData`. */
const main = parentPort!
const post = (message: ThreadMessage) => main.postMessage(message)

let untaken = 0
let proceed: (() => void) | undefined
main.on('message', () => {
  untaken -= 1
  proceed?.()
})

async function check(path: string): Promise<void> {
  const archive = await Archive.open(path)
  try {
    post({ fingerprint: archive.fingerprint })
    await verify(archive, async ({ part }, ids) => {
      post({ part: part.name, ids })
      untaken += 1
      while (untaken >= MOST_UNTAKEN) {
        await new Promise<void>((resolve) => {
          proceed = resolve
        })
      }
    })
    post({ isWhole: true })
  } finally {
    archive.close()
  }
}

try {
  await check(workerData as string)
} catch (error) {
  if (!(error instanceof ArchiveError)) throw error
  post({ broken: error.message })
} finally {
  main.close()
}
