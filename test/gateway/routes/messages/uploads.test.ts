import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { fetchStatusAndText, formOf, upload, uploadFile } from '../../../harness/upload.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const text = (bytes: string, name = 'zulip.txt') => ({ name, type: 'text/plain', bytes })
const filesOf = async (name: string): Promise<Body> => ok(as(name).get('/attachments'))
const fileAt = async (name: string, address: string): Promise<Body> =>
  (await filesOf(name)).attachments.find((file: Body) => address === `/user_uploads/${file.path_id}`)

/** All files in the storage's folder. */
async function stored(): Promise<string[]> {
  const folder = joinPath(world.config.dataDir, 'uploads')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const long = (length: number) => `${'x'.repeat(length)}.png`

describe('POST /user_uploads', () => {
  test('stores a file, and returns its address and name', async () => {
    const answer = await ok(upload(as('hamlet'), text('To be')))
    const { realmId } = world.organization
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      url: expect.stringMatching(new RegExp(`^/user_uploads/${realmId}/[\\w-]{2}/[\\w-]{24}/zulip\\.txt$`)),
      uri: answer.url,
      filename: 'zulip.txt',
    })
    expect(await fetchStatusAndText(as('hamlet'), answer.url)).toEqual([200, 'To be'])
  })

  test('sends an event to the uploader only', async () => {
    const before = (await filesOf('cordelia')).upload_space_used
    let address = ''
    const events = await eventsDuring(['attachment'], ['cordelia', 'hamlet'], async () => {
      address = await uploadFile(as('cordelia'), text('12345', 'five.txt'))
    })
    const attachment = {
      id: expect.any(Number),
      name: 'five.txt',
      path_id: address.replace('/user_uploads/', ''),
      size: 5,
      create_time: expect.any(Number),
      messages: [],
    }
    expect(events).toEqual({
      cordelia: [{ type: 'attachment', op: 'add', attachment, upload_space_used: before + 5 }],
      hamlet: [],
    })
    expect(await fileAt('cordelia', address)).toEqual(attachment)
  })

  test.each([
    ['a path', '../../etc/passwd', 'passwd', 'passwd'],
    ['the folder above', '../..', 'uploaded-file', 'uploaded-file'],
    ['what URLs do not bear', 'a b  c?.txt', 'a-b-c.txt', 'a b  c?.txt'],
    ['letters of any script', 'Übersicht für März.pdf', 'Übersicht-für-März.pdf', 'Übersicht für März.pdf'],
    ['a tag', '<script>.html', 'script.html', '<script>.html'],
    ['a hidden file', '.htaccess', 'htaccess', '.htaccess'],
    ['10,000 letters', long(10_000), long(116), long(196)],
  ])('makes a name safe, and keeps the displayed name: %s', async (_, name, safe, shown) => {
    const answer = await ok(upload(as('hamlet'), text('x', name)))
    expect(decodeURIComponent(answer.url.slice(answer.url.lastIndexOf('/') + 1))).toBe(safe)
    expect(answer.filename).toBe(shown)
    expect(await fetchStatusAndText(as('hamlet'), encodeURI(answer.url))).toEqual([200, 'x'])
  })

  test('refuses a form with no file or with two, and stores nothing', async () => {
    const before = await stored()
    const send = (form: ReturnType<typeof formOf>) =>
      refusal(as('hamlet').request('POST', '/user_uploads', form.body, form.headers))
    expect(await send(formOf([]))).toEqual(bad('You must specify a file to upload'))
    expect(await send(formOf([], { filename: 'text' }))).toEqual(bad('You must specify a file to upload'))
    expect(await send(formOf([text('a'), text('b')]))).toEqual(bad('You may only upload one file at a time'))
    expect(await refusal(as('hamlet').post('/user_uploads', { filename: 'x' }))).toEqual(
      bad('You must specify a file to upload'),
    )
    const broken = formOf([text('a'.repeat(1000))])
    const half = { ...broken, body: broken.body.subarray(0, 600) }
    expect(await send(half)).toEqual(bad('Malformed multipart body'))
    const unbounded = { ...broken, headers: { 'content-type': 'multipart/form-data' } }
    expect(await send(unbounded)).toEqual(bad('Malformed multipart body'))
    expect(await stored()).toEqual(before)
    expect(await world.sql('SELECT * FROM pending_upload')).toEqual([])
  })

  test('requires credentials, and reads the whole body before it responds', async () => {
    const form = formOf([{ name: 'big', bytes: randomBytes(8_000_000) }])
    const answer = await world.client(url).request('POST', '/user_uploads', form.body, form.headers)
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHORIZED'])
  })

  test('reports unknown parameters', async () => {
    const { body, headers } = formOf([text('x')])
    const answer = await ok(as('hamlet').request('POST', '/user_uploads?stream_id=7', body, headers))
    expect(answer.ignored_parameters_unsupported).toEqual(['stream_id'])
    const fields = formOf([text('x')], { stream_id: '7', topic: 'x', client: 'ZulipMobile' })
    const other = await ok(
      as('hamlet').request('POST', '/user_uploads?stream_id=7', fields.body, fields.headers),
    )
    expect(other.ignored_parameters_unsupported).toEqual(['stream_id', 'topic'])
  })
})
