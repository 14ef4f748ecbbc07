import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const ZoomAccount = defineEntity({
  name: 'ZoomAccount',
  tableName: 'zoom_account',
  comment: 'The Zoom account with which a person starts calls. A person has at most one.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    tokens: p.blob().comment('The tokens of Zoom, encrypted with a key derived from SECRET_KEY.'),
    connectedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
})
