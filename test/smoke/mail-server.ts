import { readFileSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'

const tlsFile = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url))

/**
 * A mail server on port 2525 of `localhost` that accepts every account and mail after STARTTLS, and throws
 * mails away.
 */
new SMTPServer({
  key: tlsFile('localhost.key'),
  cert: tlsFile('localhost.crt'),
  onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
  onData: (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => done())
  },
}).listen(2525)
