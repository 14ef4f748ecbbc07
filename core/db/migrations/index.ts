import type { MigrationObject } from '@mikro-orm/core'
import { Foundation } from './0001-foundation.ts'
import { Presence } from './0002-presence.ts'
import { ReadReceipts } from './0003-read-receipts.ts'
import { Personal } from './0004-personal.ts'
import { Editing } from './0005-editing.ts'
import { Moving } from './0006-moving.ts'
import { Groups } from './0007-groups.ts'
import { Settings } from './0008-settings.ts'
import { Onboarding } from './0008b-onboarding.ts'
import { RealmSettings } from './0009-realm-settings.ts'
import { RealmLists } from './0009b-realm-lists.ts'
import { Channels } from './0010-channels.ts'
import { People } from './0011-people.ts'
import { AccountPermissions } from './0011b-account-permissions.ts'
import { Search } from './0012-search.ts'
import { SearchWindows } from './0012b-search-windows.ts'
import { Media } from './0012c-media.ts'
import { Uploads } from './0013-uploads.ts'
import { SentOnce } from './0014-sent-once.ts'
import { Scheduled } from './0015-scheduled.ts'
import { Pictures } from './0020-pictures.ts'

/** In order. A migration that has landed is never changed; the next one is added below it. */
export const migrations: MigrationObject[] = [
  { name: '0001-foundation', class: Foundation },
  { name: '0002-presence', class: Presence },
  { name: '0003-read-receipts', class: ReadReceipts },
  { name: '0004-personal', class: Personal },
  { name: '0005-editing', class: Editing },
  { name: '0006-moving', class: Moving },
  { name: '0007-groups', class: Groups },
  { name: '0008-settings', class: Settings },
  { name: '0009-realm-settings', class: RealmSettings },
  { name: '0010-channels', class: Channels },
  { name: '0011-people', class: People },
  { name: '0012-search', class: Search },
  { name: '0013-uploads', class: Uploads },
  { name: '0014-sent-once', class: SentOnce },
  { name: '0015-scheduled', class: Scheduled },
  { name: '0011b-account-permissions', class: AccountPermissions },
  { name: '0009b-realm-lists', class: RealmLists },
  { name: '0008b-onboarding', class: Onboarding },
  { name: '0012b-search-windows', class: SearchWindows },
  { name: '0020-pictures', class: Pictures },
  { name: '0012c-media', class: Media },
]
