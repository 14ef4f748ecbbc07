import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Client } from '../../harness/client.ts'
import { continueUpload, create, createUpload, metadata, offsetOf, patch, tus } from '../../harness/tus.ts'
import { fetchFile, fetchStatusAndText } from '../../harness/upload.ts'
import { as, foreign, ok, setUpStage, url, world } from '../routes/stage.ts'

setUpStage()

const OCTETS = { 'content-type': 'application/offset+octet-stream' }

describe('a resumable upload', () => {
  test('arrives in pieces, and the last response has the URL of the file', async () => {
    const path = await createUpload(as('hamlet'), 10, 'Ten — bytes.txt')
    expect(path).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{32}$/)
    const first = await patch(as('hamlet'), path, 0, Buffer.from('0123'))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '4'])
    expect(first.headers.get('upload-expires')).toBeTruthy()
    const head = await tus(as('hamlet'), 'HEAD', path)
    expect(head.headers.get('upload-offset')).toBe('4')
    expect(head.headers.get('upload-length')).toBe('10')
    expect(head.headers.get('cache-control')).toBe('no-store')
    const last = await patch(as('hamlet'), path, 4, Buffer.from('456789'))
    expect([last.status, last.headers.get('upload-offset')]).toEqual([200, '10'])
    expect(last.headers.get('content-type')).toBe('application/json')
    const { url: address, ...more } = JSON.parse(last.text)
    expect(more).toEqual({ result: 'success', msg: '', uri: address, filename: 'Ten — bytes.txt' })
    expect(address).toMatch(/^\/user_uploads\/\d+\/[\w-]{2}\/[\w-]{24}\/Ten-bytes\.txt$/)
    expect(await fetchStatusAndText(as('hamlet'), address)).toEqual([200, '0123456789'])
    const { attachments } = await ok(as('hamlet').get('/attachments'))
    expect(attachments.at(-1)).toMatchObject({ name: 'Ten — bytes.txt', size: 10 })
    expect(`/user_uploads/${attachments.at(-1).path_id}`).toBe(address)
    // A client that lost the last response finds the upload complete and gets the response again.
    expect(await offsetOf(as('hamlet'), path)).toBe(10)
    const again = await patch(as('hamlet'), path, 10, Buffer.alloc(0))
    expect([again.status, JSON.parse(again.text).url]).toEqual([200, address])
    expect((await ok(as('hamlet').get('/attachments'))).attachments).toHaveLength(attachments.length)
    // Once the file is deleted, the response is not repeated: its link would lead nowhere.
    await ok(as('hamlet').delete(`/attachments/${attachments.at(-1).id}`))
    expect((await patch(as('hamlet'), path, 10, Buffer.alloc(0))).status).toBe(410)
  })

  test('may begin with its creation request, completely or in part', async () => {
    const whole = await create(as('hamlet'), 5, 'a.txt', OCTETS, Buffer.from('12345'))
    expect(whole.status).toBe(201)
    expect(whole.headers.get('location')).toBeTruthy()
    expect(await fetchStatusAndText(as('hamlet'), JSON.parse(whole.text).url)).toEqual([200, '12345'])
    const part = await create(as('hamlet'), 5, 'a.txt', OCTETS, Buffer.from('123'))
    expect([part.status, part.headers.get('upload-offset')]).toEqual([201, '3'])
    const rest = await patch(as('hamlet'), part.headers.get('location')!, 3, Buffer.from('45'))
    expect(await fetchStatusAndText(as('hamlet'), JSON.parse(rest.text).url)).toEqual([200, '12345'])
  })

  test('may be empty, and may be without a name', async () => {
    const empty = await tus(as('hamlet'), 'POST', undefined, { 'upload-length': '0' })
    expect(empty.status).toBe(201)
    const { url: address, filename } = JSON.parse(empty.text)
    expect(filename).toBe('uploaded-file')
    expect(await fetchStatusAndText(as('hamlet'), address)).toEqual([200, ''])
  })

  test('is the same empty file when it is created again with its id, until that is deleted', async () => {
    const id = (text: string) => ({
      'upload-length': '0',
      'upload-metadata': `filename ${btoa('nothing.txt')},upload_id ${btoa(text)}`,
    })
    const answerOf = async (client: Client, headers: Record<string, string>) => {
      const { status, text, headers: given } = await tus(client, 'POST', undefined, headers)
      return status === 201 ? [JSON.parse(text).url, given.get('location')] : status
    }
    const stored = async () =>
      (await ok(as('hamlet').get('/attachments'))).attachments.filter(
        (one: { name: string }) => one.name === 'nothing.txt',
      )
    const both = await Promise.all([answerOf(as('hamlet'), id('1')), answerOf(as('hamlet'), id('1'))])
    expect(both[0]).toEqual(both[1])
    expect(await answerOf(as('hamlet'), id('1'))).toEqual(both[0])
    expect(await stored()).toHaveLength(1)
    expect(await fetchStatusAndText(as('hamlet'), (both[0] as string[])[0]!)).toEqual([200, ''])
    for (const [client, headers] of [
      [as('hamlet'), id('2')],
      [as('iago'), id('1')],
      // Without an id, two files may have the same name.
      [as('hamlet'), { 'upload-length': '0', 'upload-metadata': `filename ${btoa('nothing.txt')}` }],
      [as('hamlet'), { 'upload-length': '0', 'upload-metadata': `filename ${btoa('nothing.txt')}` }],
    ] as const)
      expect(await answerOf(client, headers)).not.toEqual(both[0])
    expect(await stored()).toHaveLength(4)
    const [first] = await stored()
    await ok(as('hamlet').delete(`/attachments/${first.id}`))
    expect(await answerOf(as('hamlet'), id('1'))).toBe(410)
  })

  test('can be continued, inspected or ended by its owner only', async () => {
    const path = await createUpload(as('hamlet'), 10)
    for (const client of [as('iago'), foreign.client]) {
      expect((await tus(client, 'HEAD', path)).status).toBe(404)
      expect((await patch(client, path, 0, Buffer.from('0123456789'))).status).toBe(404)
      expect((await tus(client, 'DELETE', path)).status).toBe(404)
    }
    expect(await offsetOf(as('hamlet'), path)).toBe(0)
  })

  test('needs credentials', async () => {
    const nobody = world.client(url)
    const refused = await create(nobody, 10)
    expect([refused.status, refused.headers.get('tus-resumable')]).toEqual([401, '1.0.0'])
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'UNAUTHORIZED', result: 'error' })
    const path = await createUpload(as('hamlet'), 10_000_000)
    expect((await patch(nobody, path, 0, randomBytes(9_000_000))).status).toBe(401)
  })

  test('can be ended by its client', async () => {
    const path = await createUpload(as('hamlet'), 10)
    await patch(as('hamlet'), path, 0, Buffer.from('0123'))
    expect((await tus(as('hamlet'), 'DELETE', path)).status).toBe(204)
    expect((await tus(as('hamlet'), 'HEAD', path)).status).toBe(404)
    const done = await createUpload(as('hamlet'), 4)
    await patch(as('hamlet'), done, 0, Buffer.from('0123'))
    expect((await tus(as('hamlet'), 'DELETE', done)).status).toBe(400)
  })

  test('is refused at a wrong offset or beyond its length', async () => {
    const path = await createUpload(as('hamlet'), 10)
    expect((await patch(as('hamlet'), path, 3, Buffer.from('345'))).status).toBe(409)
    expect((await patch(as('hamlet'), path, 0, Buffer.from('0123456789A'))).status).toBe(413)
    expect((await tus(as('hamlet'), 'PATCH', path, OCTETS, Buffer.from('0'))).status).toBe(403)
    expect((await tus(as('hamlet'), 'PATCH', path, { ...OCTETS, 'upload-offset': '-1' })).status).toBe(400)
    const types: Record<string, string>[] = [{}, { 'content-type': 'text/plain' }]
    for (const type of types) {
      const refused = await tus(
        as('hamlet'),
        'PATCH',
        path,
        { 'upload-offset': '0', ...type },
        Buffer.from('0'),
      )
      expect(refused.status).toBe(415)
      expect(JSON.parse(refused.text).message).toBe('Content-Type must be application/offset+octet-stream')
    }
    expect(await offsetOf(as('hamlet'), path)).toBe(0)
    for (const length of ['-1', 'ten', '1.5', '']) {
      expect((await tus(as('hamlet'), 'POST', undefined, { 'upload-length': length })).status).toBe(400)
    }
    expect((await tus(as('hamlet'), 'POST')).status).toBe(400)
    expect((await tus(as('hamlet'), 'POST', undefined, { 'upload-defer-length': '1' })).status).toBe(501)
    const large = await create(as('hamlet'), 1025 * 1024 * 1024)
    expect(large.status).toBe(413)
    expect((await create(as('hamlet'), 10, 'x', { 'upload-metadata': 'a b c' })).status).toBe(400)
    for (const name of ['../../etc/passwd', 'a\0b', 'n'.repeat(3_000)]) {
      const answer = await create(as('hamlet'), 1, name, { 'upload-metadata': metadata({ filename: name }) })
      const finished = await patch(as('hamlet'), answer.headers.get('location')!, 0, Buffer.from('x'))
      expect(JSON.parse(finished.text).url).toMatch(
        /^\/user_uploads\/\d+\/[\w-]{2}\/[\w-]{24}\/[a-z]{2,120}$/,
      )
    }
  })

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\Hamlet\\play.txt', 'play.txt'],
    ['folder/', 'uploaded-file'],
    ['../..', 'uploaded-file'],
    ['To be?.txt', 'To be?.txt'],
  ])('has a name without folders: %s', async (given, name) => {
    const path = await createUpload(as('hamlet'), 1, given)
    const finished = JSON.parse((await patch(as('hamlet'), path, 0, Buffer.from('x'))).text)
    expect(finished.filename).toBe(name)
    const { headers } = await fetchFile(as('hamlet'), finished.url)
    expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
  })

  test('is refused by the errors of every endpoint', async () => {
    const hamlet = as('hamlet')
    const path = await createUpload(hamlet, 10)
    const unknown = `/api/v1/tus/${'0'.repeat(32)}`
    const answers = [
      await patch(hamlet, unknown, 0, Buffer.from('345')),
      await patch(hamlet, path, 3, Buffer.from('345')),
      await patch(hamlet, path, 0, Buffer.from('0123456789A')),
      await tus(hamlet, 'PATCH', path, { ...OCTETS, 'upload-offset': '-1' }),
      await tus(hamlet, 'POST'),
    ]
    const refusal = (status: number, code: string, msg: string) => ({
      ...{ status, type: 'application/json', version: '1.0.0' },
      body: expect.objectContaining({ result: 'error', code, msg, message: msg }),
    })
    expect(
      answers.map(({ status, headers, text }) => ({
        ...{ status, type: headers.get('content-type'), version: headers.get('tus-resumable') },
        body: JSON.parse(text),
      })),
    ).toEqual([
      refusal(404, 'NOT_FOUND', 'The file for this url was not found'),
      refusal(409, 'UPLOAD_OFFSET_CONFLICT', 'Upload-Offset conflict'),
      refusal(413, 'BAD_REQUEST', "upload's size exceeded"),
      refusal(400, 'BAD_REQUEST', 'Invalid upload-offset'),
      refusal(400, 'BAD_REQUEST', 'Upload-Length or Upload-Defer-Length header required'),
    ])
  })

  test('accepts requests of the protocol only', async () => {
    expect((await tus(as('hamlet'), 'POST', undefined, { 'tus-resumable': '0.2.0' })).status).toBe(412)
    const wrong = async (...[method, path, headers]: [string, string?, Record<string, string>?]) => {
      const answer = await tus(as('hamlet'), method, path, headers)
      return [answer.status, answer.headers.get('allow')]
    }
    expect(await wrong('PUT')).toEqual([405, 'OPTIONS, POST'])
    expect(await wrong('POST', undefined, { 'x-http-method-override': 'A B' })).toEqual([
      405,
      'OPTIONS, POST',
    ])
    expect(await wrong('GET', `/api/v1/tus/${'0'.repeat(32)}`)).toEqual([405, 'DELETE, HEAD, OPTIONS, PATCH'])
    expect(await wrong('PUT', '/user_uploads/1/x')).toEqual([405, 'GET, HEAD, OPTIONS'])
    for (const path of ['/api/v1/tus/..%2f..%2fetc', '/api/v1/tus/abc', `/api/v1/tus/${'0'.repeat(32)}`]) {
      expect((await tus(as('hamlet'), 'HEAD', path)).status).toBe(404)
    }
    const options = await tus(world.client(url), 'OPTIONS')
    expect(options.status).toBe(204)
    expect(options.headers.get('tus-version')).toBe('1.0.0')
    expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
    expect(options.headers.get('tus-max-size')).toBe(String(1024 * 1024 * 1024))
    expect(options.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(options.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(options.headers.get('access-control-expose-headers')).toContain('Upload-Offset')
  })

  test('accepts POST with another method for clients that can only use POST', async () => {
    const path = await createUpload(as('hamlet'), 3)
    const headers = { ...OCTETS, 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
    const answer = await tus(as('hamlet'), 'POST', path, headers, Buffer.from('abc'))
    expect(answer.status).toBe(200)
  })

  test('repeats the metadata of its client, whatever they are', async () => {
    for (const sent of [
      `${metadata({ filename: 'a.txt', relativePath: 'b/a.txt' })},is_confidential`,
      `filetype ,filename ${Buffer.from('\xff\xfe', 'latin1').toString('base64')}`,
    ]) {
      const { headers } = await create(as('hamlet'), 1, 'x', { 'upload-metadata': sent })
      const path = headers.get('location')!
      expect((await tus(as('hamlet'), 'HEAD', path)).headers.get('upload-metadata')).toBe(sent)
      await patch(as('hamlet'), path, 0, Buffer.from('x'))
      expect((await tus(as('hamlet'), 'HEAD', path)).headers.get('upload-metadata')).toBe(sent)
    }
    const none = await tus(as('hamlet'), 'POST', undefined, { 'upload-length': '1' })
    const head = await tus(as('hamlet'), 'HEAD', none.headers.get('location')!)
    expect([head.status, head.headers.get('upload-metadata')]).toEqual([200, null])
  })

  test('follows X-HTTP-Method-Override whatever the method of the request', async () => {
    const path = await createUpload(as('hamlet'), 3)
    const as3 = (method: string, body?: Buffer) => {
      const headers = { ...OCTETS, 'x-http-method-override': 'PATCH', 'upload-offset': '0' }
      return tus(as('hamlet'), method, path, headers, body)
    }
    const head = await tus(as('hamlet'), 'GET', path, { 'x-http-method-override': 'HEAD' })
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '0'])
    expect((await as3('DELETE')).status).toBe(204)
    expect(await offsetOf(as('hamlet'), path)).toBe(0)
    expect((await as3('PUT', Buffer.from('abc'))).status).toBe(200)
    expect((await as3('OPTIONS')).status).toBe(204)
  })

  test('keeps the bytes that arrived before its connection broke', async () => {
    const bytes = randomBytes(20_000_000)
    const path = await createUpload(as('hamlet'), bytes.length)
    const cut = new AbortController()
    const going = patch(as('hamlet'), path, 0, bytes, cut.signal).catch(() => 'cut')
    setTimeout(() => cut.abort(), 30)
    await going
    const answer = await continueUpload(as('hamlet'), path, (offset) => bytes.subarray(offset))
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([200, String(bytes.length)])
    const file = await fetchFile(as('hamlet'), JSON.parse(answer.text).url)
    const sum = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect(sum(file.bytes)).toBe(sum(bytes))
  })

  test('is refused when the quota of the organization is used up', async () => {
    const small = await world.gateway({ REALM_UPLOAD_QUOTA_MIB: '1' })
    const client = world.client(small.url, 'hamlet')
    const refused = await create(client, 2 * 1024 * 1024)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'REALM_UPLOAD_QUOTA',
      message: "Upload would exceed your organization's upload quota.",
    })
  })

  test('expires', async () => {
    const path = await createUpload(as('hamlet'), 10)
    await world.sql('UPDATE pending_upload SET expires_at = now() WHERE storage_key = $1', [path.slice(-32)])
    expect((await tus(as('hamlet'), 'HEAD', path)).status).toBe(410)
    expect((await patch(as('hamlet'), path, 0, Buffer.from('01'))).status).toBe(410)
  })
})
