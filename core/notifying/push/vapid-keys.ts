import { createECDH } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import { ServerKey } from './entity.ts'

/** The key pair by which push services of browsers know this server (VAPID, RFC 8292), in base64url. */
export type VapidKeys = Columns<typeof ServerKey, 'publicKey' | 'privateKey'>

const ADD = statement(
  'server-key.add-vapid',
  "INSERT INTO server_key (name, public_key, private_key) VALUES ('vapid', $1, $2) ON CONFLICT DO NOTHING",
)

/**
 * The keys of the configuration or, without them, the pair that the first caller makes and the database
 * keeps. Another pair would invalidate the subscriptions of all browsers. Never log the private key.
 */
export async function vapidKeys({ options, db }: Core): Promise<VapidKeys> {
  const { vapidPublicKey: publicKey, vapidPrivateKey: privateKey } = options
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey }
  const known = await find(db)
  if (known !== null) return known
  await db.run(ADD, makeKeys())
  return (await find(db))!
}

/**
 * The public key that signs notifications for browsers, its beginning, and where it comes from, in words.
 */
export async function vapidKeyInWords(core: Pick<Core, 'options' | 'db'>): Promise<string> {
  const own = await find(core.db)
  const made = own?.publicKey
  const { vapidPublicKey: set } = core.options
  if (set === undefined) {
    if (own === null || made === undefined) return 'none yet'
    return `${beginningOf(made)}… that the server made on ${own.madeAt.toISOString().slice(0, 10)}`
  }
  const key = `${beginningOf(set)}… of VAPID_PUBLIC_KEY`
  if (made === undefined || made === set) return key
  return `${key}, which differs from the key ${beginningOf(made)}… that the server had made`
}

/** Enough of a public key to tell two apart: the first letter is the same for all. */
const beginningOf = (key: string): string => key.slice(0, 10)

const find = (db: Database): Promise<(VapidKeys & { readonly madeAt: Date }) | null> =>
  db.readEntities((em) => em.findOne(ServerKey, { name: 'vapid' })) // server_key_pkey

/** The public and the private key. A private key that begins with zeros is padded to 32 bytes. */
function makeKeys(): [publicKey: string, privateKey: string] {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return [pair.getPublicKey('base64url'), privateKey.toString('base64url')]
}
