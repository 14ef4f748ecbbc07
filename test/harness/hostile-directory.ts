import { createServer, type Socket } from 'node:net'

/** What the directory sends to the first request of a connection. */
const ATTACKS: Record<string, (socket: Socket) => void> = {
  // 7 bytes each: the library reads the messages of one piece by recursion.
  'many small messages': (socket) =>
    socket.write(Buffer.alloc(7 * 200_000, Buffer.from('30050201637300', 'hex'))),
  'a message without an end': (socket) => {
    socket.write(Buffer.from('3084ffffffff', 'hex'))
    socket.write(Buffer.alloc(100_000))
  },
  'a flood': (socket) => {
    const piece = Buffer.alloc(65_536, Buffer.from('30050201637300', 'hex'))
    const write = () => {
      while (!socket.destroyed && socket.write(piece)) {}
    }
    socket.on('drain', write)
    write()
  },
  'something else': (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'),
  'an answer that is cut off': (socket) => socket.end(Buffer.from('300c0201', 'hex')),
  'a broken answer': (socket) => socket.write(Buffer.from('300c02010161070a01000400', 'hex')),
  nothing: (socket) => socket.end(),
}

/** The id of a request, which an answer repeats. */
function idOf(request: Buffer): number {
  const at = request[1]! < 0x80 ? 2 : 2 + (request[1]! - 0x80)
  return request.readUIntBE(at + 2, request[at + 1]!)
}

/** An element of BER with a length of two bytes. */
const element = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content])
}
const octets = (text: string): Buffer => element(0x04, Buffer.from(text))
const integer = (value: number): Buffer =>
  Buffer.from([0x02, 0x04, 0, value >> 16, (value >> 8) & 0xff, value & 0xff])

/** The end of a page. After a cookie other pages come (RFC 2696). */
const endOfPage = (id: number, cookie: string): Buffer => {
  const value = element(0x30, integer(0), octets(cookie))
  const control = element(0x30, octets('1.2.840.113556.1.4.319'), element(0x04, value))
  // Another control, as directories may add.
  const other = element(0x30, octets('1.2.840.113556.1.4.474'), Buffer.from([0x01, 1, 0]))
  const done = element(0x65, Buffer.from([0x0a, 1, 0]), octets(''), octets(''))
  return element(0x30, integer(id), done, element(0xa0, other, control))
}

/** A page without people, but with a reference to elsewhere, after which other pages come. */
const pageWithoutPeople = (id: number): Buffer =>
  Buffer.concat([
    element(0x30, integer(id), element(0x73, octets('ldap://elsewhere.example/'))),
    endOfPage(id, 'more'),
  ])

/** A person with an entryUUID and an address. */
const personNamed = (id: number, name: string): Buffer => {
  const attribute = (type: string, value: string) => element(0x30, octets(type), element(0x31, octets(value)))
  const attributes = element(
    0x30,
    attribute('entryUUID', `id-${name}`),
    attribute('mail', `${name}@demo.test`),
  )
  return element(0x30, integer(id), element(0x64, octets(`cn=${name},dc=corp,dc=test`), attributes))
}

/**
 * A directory that sends these people page by page; a page may have nobody. The cookie of a page is the
 * number of the next one. `cookies`: those that it has been asked with.
 */
export async function pagedDirectory(pages: readonly (readonly string[])[]) {
  const directory = {
    url: '',
    cookies: [] as string[],
    close: () => new Promise((done) => server.close(done)),
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (request) => {
      const id = idOf(request)
      const cookie = /page-\d+/.exec(request.toString('latin1'))?.[0] ?? ''
      directory.cookies.push(cookie)
      const page = Number(cookie.slice('page-'.length))
      const next = page + 1 < pages.length ? `page-${page + 1}` : ''
      const people = pages[page]!.map((name) => personNamed(id, name))
      socket.write(Buffer.concat([...people, endOfPage(id, next)]))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  directory.url = `ldap://127.0.0.1:${port}`
  return directory
}

/** An entry of about 60 KiB. */
const largeEntry = (id: number): Buffer => {
  const attribute = element(0x30, octets('description'), element(0x31, octets('x'.repeat(60_000))))
  return element(0x30, integer(id), element(0x64, octets('cn=x'), element(0x30, attribute)))
}

/**
 * A directory that answers each search with a page without people and promises another one, or with one page
 * of entries that never ends.
 */
export async function endlessDirectory(sends: 'pages without people' | 'one page') {
  const directory = { url: '', pages: 0, bytes: 0, close: () => new Promise((done) => server.close(done)) }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (request) => {
      const id = idOf(request)
      directory.pages++
      if (sends === 'pages without people') {
        socket.write(pageWithoutPeople(id))
        return
      }
      const entry = largeEntry(id)
      const write = () => {
        while (!socket.destroyed) {
          directory.bytes += entry.length
          if (!socket.write(entry)) return
        }
      }
      socket.on('drain', write)
      write()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  directory.url = `ldap://127.0.0.1:${port}`
  return directory
}

/** A directory that sends what no directory sends. */
export async function hostileDirectory() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => ATTACKS[directory.attack]!(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const directory = {
    url: `ldap://127.0.0.1:${port}`,
    attacks: Object.keys(ATTACKS),
    attack: '',
    close: () => new Promise((done) => server.close(done)),
  }
  return directory
}
