import type { InvitationMail } from '../../core/people/invites/jobs.ts'
import { linkToMail } from '../../core/people/invites/mails.ts'
import type { Core } from '../../core/state/core.ts'
import type { MailContent } from './mail-content.ts'
import { timeFor } from './time.ts'

/**
 * What an invited address is told, for the first time, again, or as a reminder. Nothing when the invitation cannot be
 * used any more, and when a later mail of it has been asked for.
 */
export async function invitationLetter(core: Core, { realm: id, id: invited, mail }: InvitationMail) {
  const found = await linkToMail(core, id, { kind: 'invitation', id: invited })
  if (found?.invitation?.mails !== mail) return undefined
  const { realm, email, url, invitation, inviter } = found
  const { userSettingsDefaults, settings } = realm.record
  // Whoever has no account has no language and no time zone.
  const stranger = {
    settings: { ...userSettingsDefaults, ...{ default_language: settings.default_language } },
  }
  const expires =
    invitation.expiresAt === null ? '' : timeFor({ ...stranger, timezone: '' }, invitation.expiresAt)
  return {
    realm: realm.record,
    to: { name: '', address: email },
    language: settings.default_language,
    thread: `invitation-${invited}`,
    values: { link: url, inviter: inviter?.fullName ?? settings.name, expires },
  } satisfies MailContent
}
