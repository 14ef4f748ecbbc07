import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { gzipPieces } from '../../../../gateway/http/reply/gzip-pieces.ts'
import { JsonText, joined, joinedJson } from '../../../../gateway/http/reply/json-text.ts'
import { SharedText } from '../../../../gateway/http/reply/shared-text.ts'
import { DEPTH } from '../../../harness/property.ts'
import { TestServer } from '../test-server.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.tuple(fc.string({ minLength: 1 }), fc.nat(50_000)).map(([word, times]) => word.repeat(times)),
)
const piece = fc.oneof(
  text,
  text.map((value) => Buffer.from(value)),
  text.map((value) => new SharedText(value)),
)

test('gzipped pieces are what the joined pieces are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      // A second response contains the same shared texts.
      for (const response of [pieces, [...pieces, ...pieces]])
        expect(gunzipSync(await gzipPieces(response)).equals(Buffer.from(joined(response)))).toBe(true)
    }),
    { numRuns: 60 * DEPTH },
  )
})

test('a shared text is compressed once', async () => {
  const shared = new SharedText('word '.repeat(1_000))
  await Promise.all([gzipPieces(['a', shared]), gzipPieces([shared, 'b'])])
  expect(await shared.deflated()).toBe(await shared.deflated())
  expect((await shared.deflated()).blocks.length).toBeLessThan(200)
})

test('a response with shared texts is the same with and without gzip', async () => {
  const words = Array.from({ length: 500 }, (_, n) => `word ${n} é`)
  const shared = new SharedText(JSON.stringify(words))
  const server = await TestServer.start([
    endpoint({
      method: 'GET',
      path: '/words',
      access: 'user',
      summary: 'Words',
      response: { own: z.string(), words: z.array(z.string()) },
      handler: () => joinedJson({ own: 'é', words: new JsonText([shared]) }),
    }),
  ])
  try {
    for (const encoding of ['identity', 'gzip', 'gzip']) {
      const answer = await server.call('GET', '/words', { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
      expect(answer.body).toEqual({ result: 'success', msg: '', own: 'é', words })
    }
  } finally {
    await server.stop()
  }
})
