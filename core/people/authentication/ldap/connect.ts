import { connect as connectTo, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as encrypt } from 'node:tls'
import type { Client } from 'ldapts'
import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import {
  LDAP_TIMEOUT_SECONDS,
  MAX_LDAP_ANSWER_BYTES,
  MAX_LDAP_MESSAGE_BYTES,
} from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { FramedConnection, type Limits } from './framed-connection.ts'

const LOG_IN: Limits = { message: MAX_LDAP_MESSAGE_BYTES, total: MAX_LDAP_ANSWER_BYTES }

/** How much a connection may receive and how long it may last. */
export interface Bounds {
  readonly limits?: Limits
  readonly seconds?: number
}

/** The connection beside the library's client. */
export interface DirectoryConnection {
  /** Counts the bytes of the next part of an answer anew. */
  beginPart(): void
  /** The newest message of the directory; empty before the first one. */
  readonly lastMessage: Buffer
}

/**
 * Runs `work` with an encrypted connection to a directory, and ends it. Rejects when it is not reachable, its
 * certificate is not trusted, or it takes too long. With a `network`, only allowed addresses are connected
 * to. Loads the library at the first call.
 */
export async function withDirectory<T>(
  { url, starttls, certificate }: LdapProvider,
  network: PublicNetwork | undefined,
  work: (client: Client, connection: DirectoryConnection) => Promise<T>,
  { limits = LOG_IN, seconds = LDAP_TIMEOUT_SECONDS }: Bounds = {},
): Promise<T> {
  const { Client } = await import('ldapts')
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  let open: FramedConnection | undefined
  const framed = (socket: Socket) => {
    open = new FramedConnection(socket, limits)
    return open as never
  }
  const reach = (port: number): Socket =>
    network === undefined ? connectTo(port, host) : network.connect(port, host)
  const trust: ConnectionOptions = {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(certificate !== undefined && { ca: certificate }),
  }
  const client = new Client({
    url,
    timeout: LDAP_TIMEOUT_SECONDS * 1000,
    connectTimeout: LDAP_TIMEOUT_SECONDS * 1000,
    createConnection: ((port: number) => framed(reach(port))) as never,
    // With ldaps:// the library names a port; after StartTLS it names the connection to encrypt.
    createSecureConnection: ((given: number | { socket: FramedConnection }) =>
      framed(
        encrypt({ ...trust, socket: typeof given === 'number' ? reach(given) : given.socket.release() }),
      )) as never,
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the directory takes too long')), seconds * 1000)
  })
  const all = async () => {
    if (starttls && url.startsWith('ldap:')) await client.startTLS({})
    return work(client, {
      beginPart: () => open?.beginPart(),
      get lastMessage() {
        return open?.lastMessage ?? Buffer.alloc(0)
      },
    })
  }
  try {
    return await Promise.race([all(), late])
  } finally {
    clearTimeout(timer)
    open?.destroy()
  }
}
