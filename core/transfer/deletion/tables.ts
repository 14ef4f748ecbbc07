import type { Row } from '../exports/archive/column.ts'
import { filesOf, ofRealm, ofUsers } from '../exports/archive/table.ts'
import { EXCLUDED_TABLES, TABLES } from '../exports/archive/tables.ts'

/** Rows of an organization to delete. */
export interface DeletedTable {
  readonly name: string
  /** SQL after FROM that selects the rows `t` of organization $1. It ends with a condition. */
  readonly rows: string
  /** References to rows of tables that are deleted earlier or in the same batch. They are cleared first. */
  readonly cleared: readonly string[]
  /** The storage keys of the files of a row. */
  readonly filesOf?: (row: Row, realm: number) => readonly string[]
}

const storageKey = ({ storage_key: key }: Row): readonly string[] => (typeof key === 'string' ? [key] : [])

/** The tables that archives do not have. Their rows refer to rows of the others. */
const UNARCHIVED: Readonly<Record<string, Pick<DeletedTable, 'rows' | 'filesOf'>>> = {
  event_log: { rows: ofRealm('event_log') },
  sent_message: {
    rows: 'sent_message t JOIN user_account u ON u.id = t.sender_id WHERE u.realm_id = $1',
  },
  notification_cursor: { rows: ofRealm('notification_cursor') },
  digest_cursor: { rows: ofRealm('digest_cursor') },
  missed_message: { rows: ofRealm('missed_message') },
  waiting_message: { rows: ofRealm('waiting_message') },
  push_device: { rows: ofRealm('push_device') },
  pushed_message: { rows: ofUsers('pushed_message') },
  usage_day: { rows: ofRealm('usage_day') },
  active_person_day: { rows: ofRealm('active_person_day') },
  usage_cursor: { rows: ofRealm('usage_cursor') },
  audit_entry: { rows: ofRealm('audit_entry') },
  list_growth: { rows: ofUsers('list_growth') },
  pending_upload: { rows: ofRealm('pending_upload'), filesOf: storageKey },
  authenticator: { rows: ofUsers('authenticator') },
  recovery_code: { rows: ofUsers('recovery_code') },
  passkey: { rows: ofRealm('passkey') },
  external_identity: { rows: ofRealm('external_identity') },
  log_in_provider: { rows: ofRealm('log_in_provider') },
  provisioning_token: { rows: ofRealm('provisioning_token') },
  provisioned_account: { rows: ofRealm('provisioned_account') },
  provisioned_group: { rows: ofRealm('provisioned_group') },
  zoom_account: { rows: ofUsers('zoom_account') },
  confirmation: { rows: ofRealm('confirmation') },
  join_request: { rows: ofRealm('join_request') },
  invitation: { rows: ofRealm('invitation') },
  invitation_day: { rows: ofRealm('invitation_day') },
  realm_export: { rows: ofRealm('realm_export'), filesOf: storageKey },
  unclaimed_person: { rows: ofRealm('unclaimed_person') },
  history_import: {
    rows: ofRealm('history_import'),
    filesOf: (row) => ['storage_key', 'converted_key'].flatMap((key) => row[key] ?? []) as string[],
  },
  account_merge: { rows: ofRealm('account_merge') },
  person_task: { rows: ofRealm('person_task'), filesOf: storageKey },
}

/** Tables without rows of one organization, and those of imports, which are deleted with the organization. */
export const OF_NO_ORGANIZATION: ReadonlySet<string> = new Set([
  'event_head',
  'job_outbox',
  'server_key',
  'word_rules',
  'database_timeline',
  'link_preview',
  'mail_delivery',
  'mailbox',
  'realm_import',
  'imported_id',
  'mikro_orm_migrations',
])

/** The tables that archives do not have and this module does not delete. A test expects none. */
export const FORGOTTEN: readonly string[] = Object.keys(EXCLUDED_TABLES).filter(
  (name) => !(name in UNARCHIVED) && !OF_NO_ORGANIZATION.has(name),
)

/** The tables in the order of their deletion: a row goes before the rows that it refers to. */
export const DELETED_TABLES: readonly DeletedTable[] = [
  ...Object.entries(UNARCHIVED).map(([name, table]) => ({ name, cleared: [], ...table })),
  ...TABLES.toReversed()
    .filter(({ name }) => name !== 'realm')
    .map((table) => ({
      name: table.name,
      rows: table.rows,
      cleared: Object.keys(table.columns).filter(
        (column) => table.columns[column]!.isDeferred && /_id$/.test(column),
      ),
      ...((table.files ?? table.derivedFiles) && {
        filesOf: (row: Row, realm: number) => Object.values(filesOf(table, row, realm)),
      }),
    })),
]
