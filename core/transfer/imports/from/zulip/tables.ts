import { MAX_MOVE_IN_LIST_BYTES } from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import { note, type ROW_REASONS } from '../reading/note-texts.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { jsonRows } from '../source/json-rows.ts'
import type { SourceFile } from '../source/source.ts'

/** Tables that are read whenever they are needed, because they can be as large as the messages. */
const LARGE = new Set(['zerver_reaction', 'zerver_submessage', 'zerver_realmauditlog'])

/** Tables that the import has no use for, with the reason. */
const UNUSED: ReadonlyMap<string, (typeof ROW_REASONS)[number]> = new Map(
  Object.entries({
    zerver_useractivity: 'what clients asked of the former server',
    zerver_useractivityinterval: 'when people were active at the former server',
    zerver_userhotspot: 'which hints people have seen',
    zerver_onboardingstep: 'which hints people have seen',
    zerver_onboardingusermessage: 'messages of the welcome bot to new people',
    zerver_huddle: 'repeated by the subscriptions',
    zerver_directmessagegroup: 'repeated by the subscriptions',
    zerver_realmauthenticationmethod: 'log-in methods are chosen anew',
    zerver_presencesequence: 'a counter of the former server',
    zerver_userpresence: 'when people were last online',
    zerver_channelemailaddress: 'e-mail addresses of channels are new',
    zerver_imageattachment: 'pictures are measured anew',
    zerver_archivedattachment: 'deleted files',
    zerver_multiuseinvite: 'invitations are sent anew',
    zerver_preregistrationuser: 'invitations are sent anew',
    zerver_missedmessageemailaddress: 'e-mail addresses of the former server',
    zerver_realmexport: 'exports of the former server',
    zerver_pushdevicetoken: 'devices register anew',
    zerver_pushdevice: 'devices register anew',
    zerver_groupgroupmembership_anonymous: 'repeated by the groups',
    zerver_botconfigdata: 'settings of embedded bots of the former server',
    zerver_externalauthid: 'log-in methods are chosen anew',
  } as const),
)

/** Tables that the reader keeps in memory. */
const KNOWN = new Set([
  'zerver_realm',
  'zerver_realmuserdefault',
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
  'zerver_recipient',
  'zerver_subscription',
  'zerver_stream',
  'zerver_defaultstream',
  'zerver_defaultstreamgroup',
  'zerver_channelfolder',
  'zerver_usergroup',
  'zerver_namedusergroup',
  'zerver_usergroupmembership',
  'zerver_groupgroupmembership',
  'zerver_client',
  'zerver_alertword',
  'zerver_muteduser',
  'zerver_userstatus',
  'zerver_usertopic',
  'zerver_mutedtopic',
  'zerver_draft',
  'zerver_savedsnippet',
  'zerver_scheduledmessage',
  'zerver_navigationview',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_service',
  'zerver_botstoragedata',
  'zerver_realmdomain',
  'zerver_realmfilter',
  'zerver_realmplayground',
  'zerver_realmemoji',
])

/** The tables of `realm.json`. Holds the small ones, and reads the large ones from disk each time. */
export class ZulipTables {
  readonly #file: SourceFile
  readonly #tables: ReadonlyMap<string, readonly Fields[]>

  private constructor(file: SourceFile, tables: ReadonlyMap<string, readonly Fields[]>) {
    this.#file = file
    this.#tables = tables
  }

  static async read(file: SourceFile, { report }: ReadingContext): Promise<ZulipTables> {
    const tables = new Map<string, Fields[]>()
    let bytes = 0
    for await (const { table, rows } of jsonRows(file)) {
      if (LARGE.has(table)) continue
      if (!KNOWN.has(table)) {
        const reason = UNUSED.get(table) ?? 'a table that this version does not know'
        if (rows.length > 0) {
          report.leftOut(note('rows of {table}: {reason}', { table, reason }), undefined, rows.length)
        }
        continue
      }
      let list = tables.get(table)
      if (list === undefined) {
        list = []
        tables.set(table, list)
      }
      for (const row of rows) {
        if (!isFields(row)) {
          report.leftOut(note('rows of {table} that are no objects', { table }))
          continue
        }
        bytes += sizeOf(row)
        if (bytes > MAX_MOVE_IN_LIST_BYTES) {
          throw new ArchiveError('The archive is refused: its people, channels and lists are too many.')
        }
        list.push(row)
      }
    }
    if (tables.get('zerver_realm')?.length !== 1) {
      throw new ArchiveError('The archive is broken: its realm.json has not exactly one organization.')
    }
    return new ZulipTables(file, tables)
  }

  /** The rows of a small table; none when the archive lacks it. */
  get(name: string): readonly Fields[] {
    return this.#tables.get(name) ?? []
  }

  has(name: string): boolean {
    return this.#tables.has(name)
  }

  /** Reads a large table. */
  async *read(name: string): AsyncGenerator<Fields> {
    for await (const { table, rows } of jsonRows(this.#file)) {
      if (table === name) for (const row of rows) if (isFields(row)) yield row
    }
  }
}

/** About the memory of a row: its texts, and some bytes for each field. */
function sizeOf(row: Fields): number {
  let size = 64
  for (const value of Object.values(row)) {
    size += 16
    if (typeof value === 'string') size += value.length
    else if (typeof value === 'object' && value !== null) size += JSON.stringify(value).length
  }
  return size
}
