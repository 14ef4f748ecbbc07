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
