import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** Values of CBOR (RFC 8949) that an authenticator sends. */
type Value = number | string | Buffer | ReadonlyMap<Value, Value>

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

function encoded(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const map = value as ReadonlyMap<Value, Value>
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, one]) => [encoded(key), encoded(one)])])
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** A passkey in this process, whose answers a test can give to the wrong place. */
export class SoftwarePasskey {
  readonly id = randomBytes(32)
  readonly #key: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey

  /** The answer of `navigator.credentials.create` for these options, on a page of `origin`. */
  registration(
    options: { readonly challenge: string; readonly rp: { readonly id: string } },
    origin: string,
    type = 'webauthn.create',
  ): string {
    const { x, y } = this.#key.export({ format: 'jwk' })
    const bytes = (text: string | undefined) => Buffer.from(text!, 'base64url')
    const publicKey = new Map<Value, Value>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
    // The person was there and was checked, and the data of the passkey follow.
    const flags = Buffer.from([0x45, 0, 0, 0, 0])
    const length = Buffer.from([0, this.id.length])
    const parts = [sha256(options.rp.id), flags, Buffer.alloc(16), length, this.id, encoded(publicKey)]
    const attestation = new Map<Value, Value>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat(parts)],
    ])
    const client = JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: false })
    const id = this.id.toString('base64url')
    return JSON.stringify({
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: Buffer.from(client).toString('base64url'),
        attestationObject: encoded(attestation).toString('base64url'),
        transports: ['internal'],
      },
    })
  }
}
