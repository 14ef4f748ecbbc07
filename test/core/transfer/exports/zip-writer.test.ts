import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ZipWriter } from '../../../../core/transfer/exports/archive/zip-writer.ts'

const MIB = 1024 ** 2

/** Collects garbage and returns the bytes of all remaining buffers. */
function bufferedBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

test('a writer keeps nothing of the entries that it has written', async () => {
  const zip = new ZipWriter()
  zip.output.resume()
  const before = bufferedBytes()
  for (let part = 0; part < 64; part += 1) await zip.addText(`part-${part}`, 'x'.repeat(MIB))
  // The collector frees buffers in the background.
  await expect.poll(() => bufferedBytes() - before).toBeLessThan(16 * MIB)
  zip.end()
})
