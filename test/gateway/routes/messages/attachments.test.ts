import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { fetchFile, fetchStatusAndText, uploadFile } from '../../../harness/upload.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, foreign, join, leave, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const DENIED = [403, 'You are not authorized to view this file.\n']
const GONE = [404, 'This file does not exist or has been deleted.\n']

const upload = (name: string, bytes = 'secret') =>
  uploadFile(as(name), { name: 'zulip.txt', type: 'text/plain', bytes })
const read = (name: string, address: string) => fetchStatusAndText(as(name), address)
const link = (...addresses: string[]) => addresses.map((address) => `[file](${address})`).join(' ')
const sendTo = async (name: string, to: string, content: string): Promise<number> =>
  (await ok(as(name).post('/messages', { type: 'channel', to, topic: 'files', content }))).id
const sendDirect = async (name: string, to: readonly string[], content: string): Promise<number> =>
  (
    await ok(
      as(name).post('/messages', { type: 'direct', to: to.map((other) => world.userId(other)), content }),
    )
  ).id
const fileAt = async (name: string, address: string): Promise<Body> =>
  (await ok(as(name).get('/attachments'))).attachments.find(
    (file: Body) => address === `/user_uploads/${file.path_id}`,
  )
const privateChannel = (name: string, channel: string, members: readonly string[], history: boolean) =>
  ok(
    join(name, [channel], {
      invite_only: true,
      history_public_to_subscribers: history,
      principals: [name, ...members].map((other) => world.userId(other)),
    }),
  )

describe('a file', () => {
  test('is only for its uploader until a message links it', async () => {
    const address = await upload('hamlet')
    expect(await read('hamlet', address)).toEqual([200, 'secret'])
    expect(await read('iago', address)).toEqual(DENIED)
    expect(await fetchStatusAndText(world.client(url), address)).toEqual(DENIED)
    expect(await fetchStatusAndText(foreign.client, address)).toEqual(GONE)
    expect(await read('hamlet', '/user_uploads/1/aa/bb/no.txt')).toEqual(GONE)
    expect(await read('hamlet', '/user_uploads/1/..%2f%00')).toEqual(GONE)
    expect(await read('hamlet', '/user_uploads/%ff')).toEqual(GONE)
  })

  test('is linked by every address of its organization, and not by that of another', async () => {
    const { client, id } = foreign
    const send = async (content: string) => {
      const sent = await ok(client.post('/messages', { type: 'direct', to: [id], content }))
      return (await ok(client.get(`/messages/${sent.id}`))).message.content as string
    }
    const upload = () => uploadFile(client, { name: 'film.txt', type: 'text/plain', bytes: 'film' })
    for (const site of [
      'http://other.localhost:9991',
      'https://OTHER.localhost:9991',
      'http://localhost:9991',
    ]) {
      const address = await upload()
      const html = await send(`[film](${site}${address}) ${site}/#narrow/channel/1`)
      expect(html).toContain(`href="${address.slice(1)}"`)
      expect(html).toContain('href="#narrow/channel/1"')
      const { attachments } = await ok(client.get('/attachments'))
      const file = attachments.find(({ path_id }: Body) => address === `/user_uploads/${path_id}`)
      expect([site, file.messages.length]).toEqual([site, 1])
    }
    for (const site of [
      'http://other.localhost',
      'http://another.localhost:9991',
      'http://localhost:9991.test',
    ]) {
      const elsewhere = `${site}${await upload()}`
      expect(await send(elsewhere)).toContain(`href="${elsewhere}"`)
    }
  })

  test('is for the participants of a direct conversation that links it', async () => {
    const address = await upload('hamlet')
    await sendDirect('hamlet', ['cordelia'], link(address))
    expect(await read('cordelia', address)).toEqual([200, 'secret'])
    expect(await read('iago', address)).toEqual(DENIED)
  })

  test('is for all members when a public channel links it, and for a guest who was subscribed', async () => {
    const address = await upload('hamlet')
    await sendTo('hamlet', 'Verona', link(address))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
    expect(await fetchStatusAndText(foreign.client, address)).toEqual(GONE)
    const guest = await ok(as('polonius').get('/users/me'))
    expect(guest.is_guest).toBe(true)
    const later = await upload('hamlet')
    await sendTo('hamlet', 'Denmark', link(later))
    const subscribed = (await ok(as('polonius').get('/users/me/subscriptions'))).subscriptions.some(
      (channel: Body) => channel.name === 'Denmark',
    )
    expect((await read('polonius', later))[0]).toBe(subscribed ? 200 : 403)
  })

  test('of a private channel with protected history is for recipients of the message while they are subscribed', async () => {
    await privateChannel('hamlet', 'vault', ['cordelia'], false)
    const address = await upload('hamlet')
    await sendTo('hamlet', 'vault', link(address))
    await ok(join('hamlet', ['vault'], { principals: [world.userId('zoe')] }))
    expect(await read('cordelia', address)).toEqual([200, 'secret'])
    expect(await read('zoe', address)).toEqual(DENIED)
    expect(await read('iago', address)).toEqual(DENIED)
    await ok(leave('cordelia', ['vault']))
    expect(await read('cordelia', address)).toEqual(DENIED)
  })

  test('of a private channel with shared history is for its current subscribers', async () => {
    await privateChannel('hamlet', 'archive room', ['cordelia'], true)
    const address = await upload('hamlet')
    await sendTo('hamlet', 'archive room', link(address))
    expect(await read('zoe', address)).toEqual(DENIED)
    await ok(join('hamlet', ['archive room'], { principals: [world.userId('zoe')] }))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
    await ok(leave('zoe', ['archive room']))
    expect(await read('zoe', address)).toEqual(DENIED)
  })

  test('follows its message when that is moved, and is closed when it is deleted', async () => {
    await privateChannel('iago', 'war room', [], true)
    const address = await upload('iago')
    const id = await sendTo('iago', 'Verona', link(address))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
    await ok(as('iago').patch(`/messages/${id}`, { stream_id: await channelId('war room') }))
    expect(await read('zoe', address)).toEqual(DENIED)
    await ok(as('iago').patch(`/messages/${id}`, { stream_id: world.channelId('Verona') }))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
    await ok(as('iago').delete(`/messages/${id}`))
    expect(await read('zoe', address)).toEqual(DENIED)
    expect(await read('iago', address)).toEqual([200, 'secret'])
  })

  test('is for spectators when a web-public channel links it, while spectators are allowed', async () => {
    const address = await upload('hamlet')
    const allow = async (enable: boolean) => {
      await ok(as('desdemona').patch('/realm', { enable_spectator_access: enable }))
      await realm.sync()
    }
    await allow(true)
    await ok(join('desdemona', ['agora'], { is_web_public: true }))
    await allow(false)
    await sendTo('hamlet', 'Verona', link(address))
    await sendTo('desdemona', 'agora', link(address))
    expect(await fetchStatusAndText(world.client(url), address)).toEqual(DENIED)
    await allow(true)
    expect(await fetchStatusAndText(world.client(url), address)).toEqual([200, 'secret'])
    const { url: open } = await ok(world.client(url).get(address))
    expect(await fetchStatusAndText(world.client(url), open)).toEqual([200, 'secret'])
    await allow(false)
    expect(await fetchStatusAndText(world.client(url), address)).toEqual(DENIED)
  })

  test('is not opened by a link from a user who may not read it', async () => {
    const address = await upload('hamlet')
    await sendTo('cordelia', 'Verona', link(address))
    expect(await read('cordelia', address)).toEqual(DENIED)
    expect((await fileAt('hamlet', address)).messages).toEqual([])
    await sendDirect('hamlet', ['cordelia'], link(address))
    await sendDirect('cordelia', ['zoe'], link(address))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
  })

  test('is not opened by a link in code', async () => {
    const address = await upload('hamlet')
    await sendTo('hamlet', 'Verona', `\`${link(address)}\``)
    expect(await read('cordelia', address)).toEqual(DENIED)
  })
})

const channelId = async (name: string): Promise<number> =>
  (
    await ok(
      as('iago')
        .get('/get_stream_id', { stream: name })
        .catch(() => Promise.reject(new Error(name))),
    )
  ).stream_id

describe('attachment events', () => {
  test('list the messages that link a file, for the uploader', async () => {
    const address = await upload('hamlet')
    const file = await fileAt('hamlet', address)
    const used = (await ok(as('hamlet').get('/attachments'))).upload_space_used
    let id = 0
    let sentAt = 0
    const events = await eventsDuring(['attachment'], ['hamlet', 'cordelia'], async () => {
      id = await sendTo('hamlet', 'Verona', link(address, address))
      await ok(as('hamlet').patch(`/messages/${id}`, { content: 'nothing' }))
      await ok(as('hamlet').patch(`/messages/${id}`, { content: link(address) }))
      sentAt = (await ok(as('hamlet').get(`/messages/${id}`))).message.timestamp
      await ok(as('iago').delete(`/messages/${id}`))
    })
    const linked = { ...file, messages: [{ id, date_sent: sentAt * 1000 }] }
    const eventFor = (attachment: Body) => ({
      type: 'attachment',
      op: 'update',
      attachment,
      upload_space_used: used,
    })
    expect(events.hamlet).toEqual([eventFor(linked), eventFor(file), eventFor(linked), eventFor(file)])
    expect(events.cordelia).toEqual([])
  })
})

describe('PATCH /messages/{message_id}', () => {
  test("lists for the editor which of the editor's files no message links any more", async () => {
    const [only, twice, other] = [await upload('hamlet'), await upload('hamlet'), await upload('cordelia')]
    await sendTo('cordelia', 'Verona', link(other))
    await sendTo('hamlet', 'Verona', link(twice))
    const id = await sendTo('hamlet', 'Verona', link(only, twice, other))
    const { detached_uploads } = await ok(as('hamlet').patch(`/messages/${id}`, { content: 'none' }))
    expect(detached_uploads).toEqual([await fileAt('hamlet', only)])
    expect(await read('zoe', only)).toEqual(DENIED)
    expect(await read('zoe', twice)).toEqual([200, 'secret'])
  })
})

describe('DELETE /attachments/{attachment_id}', () => {
  test('deletes a file and sends an event', async () => {
    const address = await upload('hamlet', '123')
    await sendTo('hamlet', 'Verona', link(address))
    const { id } = await fileAt('hamlet', address)
    const used = (await ok(as('hamlet').get('/attachments'))).upload_space_used
    const events = await eventsDuring(['attachment'], ['hamlet'], () =>
      ok(as('hamlet').delete(`/attachments/${id}`)),
    )
    expect(events.hamlet).toEqual([
      { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: used - 3 },
    ])
    expect(await fileAt('hamlet', address)).toBeUndefined()
    expect(await read('hamlet', address)).toEqual(GONE)
    expect(await refusal(as('hamlet').delete(`/attachments/${id}`))).toEqual(bad('Invalid attachment'))
    const [job] = await world.sql(
      "SELECT data FROM job_outbox WHERE name = 'delete-files' ORDER BY id DESC LIMIT 1",
    )
    expect(job.data.keys).toHaveLength(1)
  })

  test('rejects files of other users', async () => {
    const { id } = await fileAt('hamlet', await upload('hamlet'))
    expect(await refusal(as('iago').delete(`/attachments/${id}`))).toEqual(bad('Invalid attachment'))
    expect(await refusal(foreign.client.delete(`/attachments/${id}`))).toEqual(bad('Invalid attachment'))
  })
})

describe('GET /user_uploads/{realm_id_str}/{filename}', () => {
  const temporary = async (name: string, address: string) =>
    ok(as(name).get(address)).then((answer): string => answer.url)

  test('returns an address that needs no credentials', async () => {
    const address = await upload('hamlet')
    const open = await temporary('hamlet', address)
    expect(open).toMatch(/^\/user_uploads\/temporary\/[\w.-]+\/zulip\.txt$/)
    expect(await fetchStatusAndText(world.client(url), open)).toEqual([200, 'secret'])
    expect(
      await fetchStatusAndText(world.client(url), open.replace(/temporary\/\d+/, 'temporary/1')),
    ).toEqual(GONE)
    expect(await fetchStatusAndText(foreign.client, open)).toEqual(GONE)
  })

  test('refuses users who may not read the file', async () => {
    const address = await upload('hamlet')
    expect(await refusal(as('iago').get(address))).toMatchObject({ status: 403, result: 'error' })
    expect(await refusal(as('iago').get('/user_uploads/1/no/such/file.txt'))).toMatchObject({ status: 404 })
    expect(await refusal(world.client(url).get(address))).toMatchObject({ status: 401 })
  })
})

describe('the content of a file', () => {
  test('is sent whole, in ranges, or not at all when the client has it', async () => {
    const address = await upload('hamlet', '0123456789')
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const answer = await fetchFile(as('hamlet'), address, { headers, method })
      return [answer.status, answer.bytes.toString(), answer.headers.get('content-range')]
    }
    const whole = await fetchFile(as('hamlet'), address)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': `inline; filename="zulip.txt"; filename*=UTF-8''zulip.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    })
    expect(await get({ range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await get({ range: 'bytes=7-' })).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await get({ range: 'bytes=-3' })).toEqual([206, '789', 'bytes 7-9/10'])
    expect(await get({ range: 'bytes=5-900' })).toEqual([206, '56789', 'bytes 5-9/10'])
    expect(await get({ range: `bytes=5-${'9'.repeat(30)}` })).toEqual([206, '56789', 'bytes 5-9/10'])
    expect(await get({ range: 'Bytes=5-6' })).toEqual([206, '56', 'bytes 5-6/10'])
    expect(await get({ range: `bytes=${'9'.repeat(400)}-` })).toEqual([416, '', 'bytes */10'])
    expect(await get({ range: 'bytes=10-' })).toEqual([416, '', 'bytes */10'])
    expect(await get({ range: 'bytes=1-2,4-5' })).toEqual([200, '0123456789', null])
    expect(await get({ range: 'bytes=4-2' })).toEqual([200, '0123456789', null])
    const etag = whole.headers.get('etag')!
    expect(await get({ 'if-none-match': etag })).toEqual([304, '', null])
    expect(await get({ range: 'bytes=2-4', 'if-range': etag })).toEqual([206, '234', 'bytes 2-4/10'])
    expect(await get({ range: 'bytes=2-4', 'if-range': '"other"' })).toEqual([200, '0123456789', null])
    expect(await get({}, 'HEAD')).toEqual([200, '', null])
    expect((await fetchFile(as('hamlet'), address, { method: 'HEAD' })).headers.get('content-length')).toBe(
      '10',
    )
  })

  test.each([
    ['page.html', 'text/html', 'attachment', 'application/octet-stream'],
    ['drawing.svg', 'image/svg+xml', 'attachment', 'application/octet-stream'],
    ['photo.png', 'image/png', 'inline', 'image/png'],
    ['photo.png', 'application/octet-stream', 'inline', 'image/png'],
    ['script.js', 'text/javascript', 'attachment', 'application/octet-stream'],
    ['odd', 'application/x-odd', 'attachment', 'application/octet-stream'],
  ])('%s as %s is displayed only when it cannot run a script', async (name, type, disposition, served) => {
    const address = await uploadFile(as('hamlet'), { name, type, bytes: 'x' })
    const { headers } = await fetchFile(as('hamlet'), address)
    expect(headers.get('content-type')).toBe(served)
    expect(headers.get('content-disposition')).toContain(disposition)
    const download = address.replace('/user_uploads/', '/user_uploads/download/')
    const saved = await fetchFile(as('hamlet'), download)
    expect(saved.headers.get('content-disposition')).toContain('attachment')
  })

  test('of a large file is sent unchanged, also to a slow reader', async () => {
    const bytes = Buffer.alloc(5_000_000, 'Loquat is a fruit. ')
    const address = await uploadFile(as('hamlet'), { name: 'big.bin', bytes })
    expect((await fetchFile(as('hamlet'), address)).bytes.equals(bytes)).toBe(true)
    const middle = await fetchFile(as('hamlet'), address, { headers: { range: 'bytes=1000001-3999999' } })
    expect(middle.bytes.equals(bytes.subarray(1_000_001, 4_000_000))).toBe(true)
  })
})

describe('a file that many messages link', () => {
  test('lists the newest of them, in its list and in the event', async () => {
    const address = await upload('hamlet')
    const sent: number[] = []
    for (let n = 0; n < 102; n++) sent.push(await sendTo('hamlet', 'Verona', link(address)))
    const newest = (ids: readonly number[]) => ids.slice(-100)
    const idsOf = (file: Body) => file.messages.map((message: Body) => message.id)
    expect(idsOf(await fileAt('hamlet', address))).toEqual(newest(sent))

    const { hamlet: events } = await eventsDuring(['attachment'], ['hamlet'], async () => {
      sent.push(await sendTo('cordelia', 'Verona', link(address)))
    })
    expect(idsOf(events![0].attachment)).toEqual(newest(sent))
    await ok(as('hamlet').delete(`/messages/${sent[50]}`))
    sent.splice(50, 1)
    expect(idsOf(await fileAt('hamlet', address))).toEqual(newest(sent))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
  })

  test('is opened by the oldest of them too', async () => {
    await privateChannel('hamlet', 'many links', [], true)
    const address = await upload('hamlet')
    await sendTo('hamlet', 'Verona', link(address))
    for (let n = 0; n < 101; n++) await sendTo('hamlet', 'many links', link(address))
    expect(await read('zoe', address)).toEqual([200, 'secret'])
    const copied = await sendTo('zoe', 'Denmark', link(address))
    expect((await fileAt('hamlet', address)).messages.at(-1).id).toBe(copied)
    const closed = await upload('hamlet')
    for (let n = 0; n < 101; n++) await sendTo('hamlet', 'many links', link(closed))
    expect(await read('zoe', closed)).toEqual(DENIED)
  })
})
