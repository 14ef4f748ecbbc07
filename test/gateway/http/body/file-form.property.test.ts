import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../../../../core/platform/errors.ts'
import { readFileForm } from '../../../../gateway/http/body/file-form.ts'
import { checkProperty } from '../../../harness/property.ts'
import { formOf } from '../../../harness/upload.ts'

const LIMIT = 3000
const limit = { bytes: LIMIT, tooLarge: () => new ApiError('too large') }

/** The pieces in which a body arrives. */
function* pieces(body: Buffer, sizes: readonly number[]) {
  for (let at = 0, n = 0; at < body.length; n++) {
    const size = sizes[n % sizes.length]!
    yield body.subarray(at, at + size)
    at += size
  }
}

async function receive(body: Buffer, headers: { 'content-type': string }, sizes: readonly number[]) {
  let kept: Promise<Buffer> | undefined
  const stream = Readable.from(pieces(body, sizes))
  const result = await readFileForm(stream, headers['content-type'], limit, ({ bytes }) => {
    kept = buffer(bytes)
    return kept
  }).catch((error: unknown) => error)
  await kept?.catch(() => undefined)
  return result
}

const sizes = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 5 })
const bytes = fc.uint8Array({ maxLength: LIMIT * 2 }).map((given) => Buffer.from(given))

test('a file is read as it was sent, or refused for its size', async () => {
  await checkProperty(fc.record({ bytes, sizes }), 300, async ({ bytes, sizes }) => {
    const { body, headers } = formOf([{ name: 'a', bytes }], { before: 'x' })
    const result = await receive(body, headers, sizes)
    if (bytes.length > LIMIT) expect(result).toEqual(new ApiError('too large'))
    else expect((result as Buffer).equals(bytes)).toBe(true)
  })
})

test('a truncated, garbled or duplicated form is refused without other effects', async () => {
  const damage = fc.record({
    bytes,
    sizes,
    files: fc.integer({ min: 0, max: 3 }),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    garble: fc.array(
      fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 })),
      {
        maxLength: 5,
      },
    ),
  })
  await checkProperty(damage, 700, async ({ bytes, sizes, files, cut, garble }) => {
    const { body, headers } = formOf(Array.from({ length: files }, () => ({ name: 'a', bytes })))
    for (const [at, byte] of garble) body[Math.floor(at * body.length)] = byte
    const result = await receive(body.subarray(0, Math.ceil(cut * body.length)), headers, sizes)
    expect(result instanceof ApiError || Buffer.isBuffer(result)).toBe(true)
  })
})
