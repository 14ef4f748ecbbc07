import type { MigrationObject } from '@mikro-orm/core'
import { InitialSchema } from './20261122080000-initial-schema.ts'
import { IndexExplicitReadState } from './20261122122700-index-explicit-read-state.ts'
import { BrowsersOfWebPush } from './20261122164500-browsers-of-web-push.ts'

/**
 * In the order of their names, which begin with the time at which they were written (UTC, to the second). A migration
 * that has landed is never changed; the next one is added below it, with its test
 * (docs/contributing.md, "Change the schema").
 */
export const migrations: MigrationObject[] = [
  { name: '20261122080000-initial-schema', class: InitialSchema },
  { name: '20261122122700-index-explicit-read-state', class: IndexExplicitReadState },
  { name: '20261122164500-browsers-of-web-push', class: BrowsersOfWebPush },
]
