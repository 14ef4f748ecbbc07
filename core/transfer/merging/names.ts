import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Accounts } from './part.ts'
import type { TextChange } from './text-change.ts'
import { moveViews } from './views.ts'

/**
 * Columns with texts that may mention people, beside messages. `rows`: SQL after FROM, of organization $1.
 */
const TEXTS: readonly { table: string; text: string; html?: string; rows: string }[] = [
  ...(['draft', 'saved_snippet'] as const).map((table) => ({
    table,
    text: 'content',
    rows: `user_account u JOIN ${table} t ON t.user_id = u.id WHERE u.realm_id = $1`,
  })),
  {
    table: 'scheduled_message',
    text: 'content',
    html: 'rendered_content',
    rows: 'scheduled_message t WHERE t.realm_id = $1',
  },
  {
    table: 'custom_profile_field_value',
    text: 'value',
    html: 'rendered_value',
    rows: `custom_profile_field f JOIN custom_profile_field_value t ON t.field_id = f.id
      WHERE f.realm_id = $1 AND t.rendered_value IS NOT NULL`,
  },
  ...(['channel', 'channel_folder'] as const).map((table) => ({
    table,
    text: 'description',
    html: 'rendered_description',
    rows: `${table} t WHERE t.realm_id = $1`,
  })),
]

const STATEMENTS = TEXTS.map(({ table, text, html, rows }) => ({
  hasHtml: html !== undefined,
  read: statement(
    `merge.read-${table}`,
    `SELECT t.ctid::text AS at, t.${text} AS text, ${html === undefined ? 'NULL::text' : `t.${html}`} AS html
     FROM ${rows} AND (strpos(t.${text}, $2) > 0 OR strpos(t.${html ?? text}, $2) > 0)`,
  ),
  write: statement(
    `merge.write-${table}`,
    `UPDATE ${table} t SET ${text} = given.text${html === undefined ? '' : `, ${html} = given.html`}
     FROM unnest($1::text[], $2::text[], $3::text[]) AS given (at, text, html) WHERE t.ctid = given.at::tid`,
  ),
}))

/** SQL: a list of ids in which the account that stays ($1) takes the place of the merged one ($2). */
const united = (list: string): string =>
  `(SELECT array_agg(DISTINCT CASE WHEN id = $2 THEN $1::int ELSE id END ORDER BY CASE WHEN id = $2 THEN $1::int ELSE id END) FROM unnest(${list}) AS id)`

const LISTS = [
  statement(
    'merge.draft-recipients',
    `UPDATE draft t SET recipient_ids = ${united('t.recipient_ids')} FROM user_account u
     WHERE u.id = t.user_id AND u.realm_id = $3 AND t.type = 'private' AND $2 = ANY (t.recipient_ids)`,
  ),
  statement(
    'merge.scheduled-recipients',
    `UPDATE scheduled_message t SET recipient_ids = ${united('t.recipient_ids')}
     WHERE t.realm_id = $3 AND $2 = ANY (t.recipient_ids)`,
  ),
  statement(
    'merge.people-fields',
    `UPDATE custom_profile_field_value t SET value = (
       SELECT replace(jsonb_agg(DISTINCT CASE WHEN person = to_jsonb($2::int) THEN to_jsonb($1::int) ELSE person END)::text, ' ', '')
       FROM jsonb_array_elements(t.value::jsonb) AS one (person))
     FROM custom_profile_field f WHERE f.id = t.field_id AND f.realm_id = $3 AND f.type = 6
       AND strpos(t.value, $2::text) > 0`,
  ),
  statement(
    'merge.renames',
    // conversation_topic
    `UPDATE conversation t SET renames = (
       SELECT jsonb_agg(CASE WHEN rename->'user_id' = to_jsonb($2::int) THEN jsonb_set(rename, '{user_id}', to_jsonb($1::int)) ELSE rename END ORDER BY n)
       FROM jsonb_array_elements(t.renames) WITH ORDINALITY AS r (rename, n))
     FROM channel c WHERE c.id = t.channel_id AND c.realm_id = $3
       AND t.renames @> jsonb_build_array(jsonb_build_object('user_id', $2::int))`,
  ),
]

const PERMISSIONS = (['realm.settings', 'user_group.group_settings', 'channel.group_settings'] as const).map(
  (place) => {
    const [table, column] = place.split('.') as [string, string]
    const rows = `${table} t WHERE t.${table === 'realm' ? 'id' : 'realm_id'} = $1`
    return {
      read: statement(
        `merge.read-permissions-${table}`,
        `SELECT t.id, t.${column} AS settings FROM ${rows} AND strpos(t.${column}::text, 'direct_members') > 0`,
      ),
      write: statement(
        `merge.write-permissions-${table}`,
        `UPDATE ${table} SET ${column} = $2::jsonb WHERE id = $1`,
      ),
    }
  },
)

/** Replaces the merged account where lists, permissions and texts other than messages name it. */
export async function moveNames(tx: Tx, { from, into }: Accounts, change: TextChange): Promise<void> {
  for (const query of LISTS) await tx.run(query, [into.id, from.id, tx.realm])
  for (const { read, write } of PERMISSIONS) {
    const rows = await tx.run<{ readonly id: number; readonly settings: Record<string, unknown> }>(read, [
      tx.realm,
    ])
    for (const { id, settings } of rows) {
      const changed = JSON.stringify(settings, (key, value) =>
        key === 'direct_members' ? unitedIds(value, from.id, into.id) : value,
      )
      if (changed !== JSON.stringify(settings)) await tx.run(write, [id, changed])
    }
  }
  await moveViews(tx, from.id, change)
  for (const { read, write, hasHtml } of STATEMENTS) {
    const rows = await tx.run<Row>(read, [tx.realm, String(from.id)])
    const changed = rows.map(({ at, text, html }) => ({
      at,
      text: change.markdown(text, html ?? undefined),
      html: hasHtml && html !== null ? change.html(html) : null,
    }))
    const different = changed.filter(({ text, html }, n) => text !== rows[n]!.text || html !== rows[n]!.html)
    if (different.length === 0) continue
    await tx.run(write, [
      different.map(({ at }) => at),
      different.map(({ text }) => text),
      different.map(({ html }) => html),
    ])
  }
}

interface Row {
  readonly at: string
  readonly text: string
  readonly html: string | null
}

function unitedIds(ids: readonly number[], from: number, into: number): readonly number[] {
  if (!ids.includes(from)) return ids
  return [...new Set(ids.map((id) => (id === from ? into : id)))].sort((a, b) => a - b)
}
