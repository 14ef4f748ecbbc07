import { connect } from 'node:net'

/** A server that takes longer is asked again. */
const ANSWER_DEADLINE_MS = 1000
const PONG = '+OK\r\n+PONG\r\n'

/**
 * Whether the Redis on 127.0.0.1 has loaded its data, takes the password and answers. Without a Redis client,
 * whose memory the supervisor would keep: it needs nothing else of Redis.
 */
export function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: ANSWER_DEADLINE_MS })
    const finish = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    let answer = ''
    socket.setEncoding('latin1')
    socket.write(command('AUTH', password) + command('PING'))
    socket.on('data', (text: string) => {
      answer += text
      if (answer === PONG) finish(true)
      else if (!PONG.startsWith(answer)) finish(false)
    })
    for (const event of ['error', 'close', 'timeout'] as const) socket.on(event, () => finish(false))
  })
}

/** A command as an array of bulk strings, in the protocol of Redis. */
function command(...parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`
}
