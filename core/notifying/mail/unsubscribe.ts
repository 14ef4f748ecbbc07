import { createHmac, timingSafeEqual } from 'node:crypto'
import { endChannelEmail } from '../../channels/subscriptions/personalize.ts'
import { applySettings } from '../../people/accounts/change-settings.ts'
import { refuseMail } from '../../people/unclaimed/mail.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmRecord } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { StoredSettings } from '../../state/users/settings.ts'
import { unknownUnsubscribeLink } from './errors.ts'

/** Why mails are sent, and the settings that end such mails. */
const SETTINGS = {
  personal: { enable_offline_email_notifications: false },
  followed: { enable_followed_topic_email_notifications: false },
  channel: { enable_stream_email_notifications: false },
  digest: { enable_digest_emails: false },
  logins: { enable_login_emails: false },
  imported: {},
} as const satisfies Record<string, StoredSettings>

export type MailReason = keyof typeof SETTINGS

/** The reason of a mail. Unsubscribing ends the mails that have this reason. */
export interface MailReasons {
  readonly reasons: readonly MailReason[]
  /** The channel, for mails that are sent because of it. */
  readonly channel?: ChannelId
}

const PATH = '/accounts/unsubscribe/'

/**
 * Makes the URL that unsubscribes the recipient of a mail without a log-in (RFC 8058). Nothing is stored for
 * it; it is valid as long as SECRET_KEY does not change.
 */
export function unsubscribeUrl(
  core: Core,
  realm: RealmRecord,
  user: Pick<UserRecord, 'id'>,
  { reasons, channel }: MailReasons,
): string {
  const what = `${user.id}.${[...new Set(reasons)].sort().join('-')}.${channel ?? ''}`
  return `${realmUrl(realm, core.options.rootUrl)}${PATH}${what}.${signature(core, realm, what)}`
}

/** Returns the user and the reason of an URL of `unsubscribeUrl`. Throws when the signature is invalid. */
export async function readUnsubscribe(
  core: Core,
  realm: RealmState,
  token: string,
): Promise<MailReasons & { readonly user: UserRecord }> {
  const end = token.lastIndexOf('.')
  const what = token.slice(0, Math.max(end, 0))
  const given = Buffer.from(token.slice(end + 1))
  const expected = Buffer.from(signature(core, realm.record, what))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unknownUnsubscribeLink()
  const [id, reasons, channel] = what.split('.') as [string, string, string]
  return realm.withFreshState(() => {
    const user = realm.users.get(Number(id))
    if (!user?.isActive) throw unknownUnsubscribeLink()
    return {
      user,
      reasons: reasons.split('-') as MailReason[],
      ...(channel !== '' && { channel: Number(channel) as ChannelId }),
    }
  })
}

/**
 * Ends mails like the one whose link was followed, and emits events of the changed settings. When the user
 * gets mails of a channel by the channel's own setting, only that setting is changed. Idempotent.
 */
export async function unsubscribe(core: Core, realm: RealmState, token: string): Promise<void> {
  const { user: found, reasons, channel } = await readUnsubscribe(core, realm, token)
  await core.change({ core, realm, user: found }, async ({ tx, actor }) => {
    const hasOwnSetting = channel !== undefined && (await endChannelEmail(tx, actor, channel))
    const ended = reasons.filter((reason) => reason !== 'channel' || !hasOwnSetting)
    const changes: StoredSettings = Object.assign({}, ...ended.map((reason) => SETTINGS[reason]))
    if (reasons.includes('imported')) refuseMail(tx, actor.id)
    await applySettings(tx, realm, actor, changes, core.options.rootUrl)
  })
}

const signature = (core: Core, realm: RealmRecord, what: string): string =>
  createHmac('sha256', core.options.secretKey)
    .update(`unsubscribe:${realm.id}:${what}`)
    .digest('base64url')
    .slice(0, 32)
