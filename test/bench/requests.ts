import { Connection } from './load.ts'
import { CountedMessages, pollRequests, QUEUES } from './polls.ts'
import type { Stack } from './stack.ts'

/** Number of the newest messages that requests name. */
const NEWEST = 20
const BYTES_OF_FILE = 4096

/** A kind of request that clients make often. */
export interface RequestKind {
  readonly name: string
  /** Whether the n-th person makes the n-th request, and the first request of a person costs more. */
  readonly hasFirst?: true
  /** Makes the n-th request of this kind on a connection. */
  send(connection: Connection, n: number): Promise<string>
}

/** Prepares requests of people of an organization that `fillOrganization` has filled. */
export async function commonRequests(stack: Stack, people: readonly string[]): Promise<RequestKind[]> {
  const personOf = (n: number) => people[(n * 31) % people.length]!
  const setUp = await Connection.open(stack.port)
  const file = await uploadFile(setUp, people[0]!)
  const reader = people[0]!
  const channel = await firstChannel(setUp, reader)
  const newest = [...new Set(await sentMessages(setUp, reader, channel.name))]
  const updates = new Map<string, string>()
  const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const get = (name: string, path: string, personFor = personOf): RequestKind => ({
    name,
    send: (connection, n) => connection.request('GET', path, personFor(n)),
  })
  const post = (
    name: string,
    path: string,
    form: (n: number) => Record<string, string>,
    personFor = personOf,
  ): RequestKind => ({
    name,
    send: (connection, n) => connection.request('POST', path, personFor(n), query(form(n))),
  })
  const isReader = () => reader
  const subscription = query({ subscriptions: JSON.stringify([{ name: channel.name }]) })
  for (const person of people.slice(0, QUEUES))
    await setUp.request('POST', '/api/v1/users/me/subscriptions', person, subscription)
  const content = 'A message of **ordinary** length.'
  const messages = new CountedMessages(
    reader,
    query({ type: 'channel', to: channel.name, topic: 'bench', content }),
  )
  const polls = await pollRequests(setUp, people, messages)
  setUp.close()
  return [
    ...polls,
    {
      ...post('POST /users/me/presence, everybody', '/api/v1/users/me/presence', () => ({
        status: 'active',
        slim_presence: 'true',
      })),
      hasFirst: true,
    },
    {
      name: 'POST /users/me/presence, changes',
      send: async (connection, n) => {
        const person = personOf(n)
        const since = updates.get(person) ?? '-1'
        const form = query({ status: 'active', slim_presence: 'true', last_update_id: since })
        const answer = await connection.request('POST', '/api/v1/users/me/presence', person, form)
        const given = /"presence_last_update_id":(\d+)/.exec(answer)
        if (given !== null) updates.set(person, given[1]!)
        return answer
      },
    },
    get('GET /user_uploads, 4 KiB', file, isReader),
    get(
      'GET /messages, 100 of a channel',
      `/api/v1/messages?${query({
        anchor: 'newest',
        num_before: '100',
        num_after: '0',
        narrow: JSON.stringify([{ operator: 'channel', operand: channel.id }]),
      })}`,
      isReader,
    ),
    {
      name: 'POST /register',
      // Each queue is deleted, as every event would cost a delivery to all that are left.
      send: async (connection, n) => {
        const person = personOf(n)
        const answer = await connection.request('POST', '/api/v1/register', person, 'slim_presence=true')
        const id = /"queue_id":"([^"]+)"/.exec(answer)?.[1] ?? ''
        await connection.request('DELETE', '/api/v1/events', person, query({ queue_id: id }))
        return answer
      },
    },
    post(
      'POST /messages/flags, star',
      '/api/v1/messages/flags',
      (n) => ({
        op: n % 2 === 0 ? 'add' : 'remove',
        flag: 'starred',
        messages: `[${newest[(n >> 1) % newest.length]}]`,
      }),
      isReader,
    ),
    post(
      'POST /messages/flags, read',
      '/api/v1/messages/flags',
      (n) => ({
        op: n % 2 === 0 ? 'add' : 'remove',
        flag: 'read',
        messages: `[${newest[(n >> 1) % newest.length]}]`,
      }),
      isReader,
    ),
    { name: 'POST /messages', send: (connection) => messages.send(connection) },
    { ...get('GET /users/me', '/api/v1/users/me'), hasFirst: true },
    post(
      'POST /typing',
      '/api/v1/typing',
      (n) => ({
        type: 'stream',
        op: n % 2 === 0 ? 'start' : 'stop',
        stream_id: String(channel.id),
        topic: 'bench',
      }),
      isReader,
    ),
    get('GET /users/me/subscriptions', '/api/v1/users/me/subscriptions'),
    get('GET /server_settings', '/api/v1/server_settings'),
    get('GET /users/me/{stream_id}/topics', `/api/v1/users/me/${channel.id}/topics`, isReader),
    get('GET /messages/{id}', `/api/v1/messages/${newest[0]}`, isReader),
    get('GET /drafts', '/api/v1/drafts'),
    get('GET /user_groups', '/api/v1/user_groups'),
  ]
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

async function uploadFile(connection: Connection, authorization: string): Promise<string> {
  const boundary = 'bench'
  const bytes = 'x'.repeat(BYTES_OF_FILE)
  const form = `--${boundary}\r\nContent-Disposition: form-data; name="filename"; filename="a.txt"\r\n\r\n${bytes}\r\n--${boundary}--\r\n`
  const type = `${authorization}\r\nContent-Type: multipart/form-data; boundary=${boundary}`
  return bodyOf(await connection.request('POST', '/api/v1/user_uploads', type, form)).url
}

async function firstChannel(connection: Connection, authorization: string) {
  const answer = await connection.request('GET', '/api/v1/users/me/subscriptions', authorization)
  const { subscriptions } = bodyOf(answer)
  const found = subscriptions.find(({ name }: { name: string }) => name.startsWith('channel '))
  return { id: found.stream_id as number, name: found.name as string }
}

/** Sends messages and returns their ids. */
async function sentMessages(connection: Connection, authorization: string, channel: string) {
  const ids: number[] = []
  for (let n = 0; n < NEWEST; n++) {
    const form = new URLSearchParams({
      type: 'channel',
      to: channel,
      topic: 'bench',
      content: `Number ${n}.`,
    })
    ids.push(bodyOf(await connection.request('POST', '/api/v1/messages', authorization, form.toString())).id)
  }
  return ids
}
