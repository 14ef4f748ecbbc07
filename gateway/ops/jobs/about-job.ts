import type { Database } from '../../../core/platform/db/database.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { FoundJob } from '../../../core/platform/jobs/find-jobs.ts'
import type { OperatorSay, OperatorSentence } from '../texts/say.ts'

/** The work of jobs, in words. A job that is missing here is shown by its name. */
const KINDS: Readonly<Record<string, OperatorSentence>> = {
  'account-deactivated': 'Mail about a deactivated account',
  'confirm-email-change': 'Mail to confirm a new address',
  'confirm-to-join': 'Mail to confirm to join',
  'deliver-push': 'Notification to phones and browsers',
  'deliver-webhook': 'Message to a bot by outgoing webhook',
  'delete-files': 'Deletion of files',
  'email-changed': 'Mail about a changed address',
  'export-finished': 'Mail about a finished export',
  'export-realm': 'Export of an organization',
  'invitation-reminder': 'Mail that reminds of an invitation',
  'make-thumbnails': 'Thumbnails of a picture',
  'missed-messages': 'Mail about missed messages',
  'new-login': 'Mail about a new log-in',
  'notify-of-edit': 'Notification of an edited message',
  'notify-of-new-messages': 'Notifications of new messages',
  'organization-created': 'Mail to the founder of an organization',
  'organization-deactivated': 'Mail about a deactivated organization',
  'password-changed': 'Mail about a changed password',
  'password-reset': 'Mail to choose a new password',
  'preview-links': 'Previews of links',
  'run-embedded-bot': 'Message to an embedded bot',
  'show-pictures': 'Pictures in messages',
  deliver: 'Scheduled message or reminder',
  digest: 'Digest by mail',
  invitation: 'Invitation by mail',
}

/** The names of the jobs whose work has these words. */
export const namesInWords = (words: string, t: OperatorSay): string[] =>
  Object.entries(KINDS).flatMap(([name, sentence]) =>
    t(sentence).toLowerCase().includes(words.toLowerCase()) ? [name] : [],
  )

/** The subject of a job. */
export interface JobInWords {
  readonly what: string
  /** The person or address it concerns, masked; empty for none. */
  readonly whom: string
  /** The organization; empty for none. */
  readonly organization: string
}

const ADDRESSES = statement(
  'ops.addresses',
  `SELECT 'user' AS kind, id::int8 AS id, delivery_email AS address FROM user_account
   WHERE id = ANY($1::int8[]) -- user_account_pkey
   UNION ALL
   SELECT 'invitation', id::int8, email FROM invitation WHERE id = ANY($2::int8[]) -- invitation_pkey
   UNION ALL
   SELECT 'request', id::int8, email FROM join_request WHERE id = ANY($3::int8[]) -- join_request_pkey
   UNION ALL
   SELECT 'realm', id::int8, name FROM realm WHERE id = ANY($4::int8[]) -- realm_pkey`,
)

const numberIn = (data: string, field: string): number | undefined => {
  const digits = new RegExp(`"${field}"\\s*:\\s*(\\d{1,15})[,}\\s]`).exec(data)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
const textIn = (data: string, field: string): string | undefined =>
  new RegExp(`"${field}"\\s*:\\s*"([^"\\\\]{1,254})"`).exec(data)?.[1]

const INVITATIONS = new Set(['invitation', 'invitation-reminder'])

/** Puts the jobs of one page into words, with one query. */
export async function inWords(
  db: Database,
  jobs: readonly FoundJob[],
  t: OperatorSay,
): Promise<JobInWords[]> {
  const idsOf = (read: (job: FoundJob) => number | undefined) => [
    ...new Set(jobs.map(read).filter((id) => id !== undefined)),
  ]
  const rows = await db.run<{ kind: string; id: number; address: string | null }>(ADDRESSES, [
    idsOf(({ data }) => numberIn(data, 'user')),
    idsOf(({ name, data }) => (INVITATIONS.has(name) ? numberIn(data, 'id') : undefined)),
    idsOf(({ name, data }) => (name === 'confirm-to-join' ? numberIn(data, 'id') : undefined)),
    idsOf(({ realm }) => realm),
  ])
  const known = new Map(rows.map(({ kind, id, address }) => [`${kind} ${id}`, address ?? '']))
  const find = (kind: string, id: number | undefined) =>
    id === undefined ? '' : (known.get(`${kind} ${id}`) ?? '')
  return jobs.map(({ name, data, realm }) => {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
    const byId = INVITATIONS.has(name) ? 'invitation' : name === 'confirm-to-join' ? 'request' : undefined
    const address =
      textIn(data, 'newEmail') ??
      textIn(data, 'email') ??
      (byId === undefined ? find('user', numberIn(data, 'user')) : find(byId, numberIn(data, 'id')))
    return {
      what: kind === undefined ? name : t(kind),
      whom: masked(address),
      organization: realm === undefined ? '' : find('realm', realm) || `${t('Organization')} ${realm}`,
    }
  })
}

/** `ophelia@elsinore.test` becomes `o…@elsinore.test`. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '' : `${[...address][0]}…${address.slice(at)}`
}
