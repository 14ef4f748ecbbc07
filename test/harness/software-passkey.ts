import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

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
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  /** The answer of `navigator.credentials.create` for these options, on a page of `origin`. */
  registration(
    options: { readonly challenge: string; readonly rp: { readonly id: string } },
    origin: string,
    type = 'webauthn.create',
  ): string {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
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

  /**
   * The answer of `navigator.credentials.get` for these options, on a page of `origin`. `isChecked`: whether
   * the device has checked the person. `counter`: signatures so far; 0 for a device that does not count.
   */
  assertion(
    options: { readonly challenge: string; readonly rpId: string },
    origin: string,
    { isChecked = true, counter = 0, keys = this.#keys } = {},
  ): string {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const data = Buffer.concat([sha256(options.rpId), Buffer.from([isChecked ? 0x05 : 0x01]), counted])
    const { challenge } = options
    const client = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
    )
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const id = this.id.toString('base64url')
    return JSON.stringify({
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, keys.privateKey).toString('base64url'),
      },
    })
  }
}
