import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ApiError } from '../../../../core/platform/errors.ts'
import { readFileForm } from '../../../../gateway/http/body/file-form.ts'

test('a field without a name is ignored', async () => {
  const body = [
    '--x\r\nContent-Disposition: form-data\r\n\r\nnameless\r\n',
    '--x\r\nContent-Disposition: form-data; name="topic"\r\n\r\nplay\r\n',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbytes\r\n--x--\r\n',
  ].join('')
  const limit = { bytes: 100, tooLarge: () => new ApiError('too large') }
  const fields = await readFileForm(
    Readable.from([body]),
    'multipart/form-data; boundary=x',
    limit,
    async (file) => {
      await buffer(file.bytes)
      return [...file.fields]
    },
  )
  expect(fields).toEqual([['topic', 'play']])
})
