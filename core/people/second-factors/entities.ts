import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'

export const Authenticator = defineEntity({
  name: 'Authenticator',
  tableName: 'authenticator',
  comment: 'The app with which a person makes one-time codes (RFC 6238). A person has at most one.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    secret: p.blob().comment('The shared secret, encrypted with a key derived from SECRET_KEY.'),
    lastStep: bigint().comment('The time step of the last accepted code. Codes up to it are refused.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
})

export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  comment: 'A code that replaces a second factor once. A used code is deleted.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    hash: p.blob().primary().comment('HMAC of the code with a key derived from SECRET_KEY.'),
  },
})

export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  comment: 'A public key of a device or security key with which a person logs in (WebAuthn).',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    userId: reference('User', 'cascade'),
    credentialId: p.text().comment('The identifier of the key pair in base64url.'),
    publicKey: p.blob().comment('The public key in the format COSE.'),
    counter: bigint().comment('Signatures that the device has counted; 0 for devices that do not count.'),
    transports: p.array().comment('How browsers reach the device, such as `usb` or `internal`.'),
    name: p.text(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    lastUsedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'passkey_user', properties: ['userId'] }],
  uniques: [{ name: 'passkey_credential', properties: ['realmId', 'credentialId'] }],
})
