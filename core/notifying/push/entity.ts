import { defineEntity, p } from '@mikro-orm/core'

export const ServerKey = defineEntity({
  name: 'ServerKey',
  tableName: 'server_key',
  comment: 'A key pair that the server made once. All gateways and workers share it.',
  properties: {
    name: p.text().primary().comment('`vapid`: push services of browsers know the server by this pair.'),
    publicKey: p.text(),
    privateKey: p.text().comment('A secret: never logged, never exported.'),
    madeAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
})
