import { Migration } from '@mikro-orm/migrations'
import { archives } from './initial-schema/archives.ts'
import { channels } from './initial-schema/channels.ts'
import { files } from './initial-schema/files.ts'
import { logAndJobs } from './initial-schema/log-and-jobs.ts'
import { messages } from './initial-schema/messages.ts'
import { notifications } from './initial-schema/notifications.ts'
import { organizationLists } from './initial-schema/organization-lists.ts'
import { organizations } from './initial-schema/organizations.ts'
import { people } from './initial-schema/people.ts'
import { personal } from './initial-schema/personal.ts'
import { readState } from './initial-schema/read-state.ts'
import { search } from './initial-schema/search.ts'

/** All tables, concept by concept. The entities say the meaning of the columns (docs/data-model.md). */
export class InitialSchema extends Migration {
  override up(): void {
    for (const sql of PARTS) this.addSql(sql)
  }
}

/** In order: later ones refer to earlier ones. */
const PARTS = [
  organizations,
  channels,
  logAndJobs,
  messages,
  readState,
  search,
  files,
  personal,
  people,
  organizationLists,
  notifications,
  archives,
]
