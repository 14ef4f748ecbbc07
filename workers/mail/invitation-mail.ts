import type { InvitationMail } from '../../core/people/invites/jobs.ts'
import { linkToMail } from '../../core/people/invites/mails.ts'
import type { Core } from '../../core/state/core.ts'
import type { MailContent } from './mail-content.ts'
import { MailTime } from './time.ts'

/**
 * Loads the content of the mail of an invitation, or of its reminder. Undefined when the invitation is no
 * longer valid, and when a later mail of it was enqueued.
 */
export async function invitationContent(core: Core, { realm: id, id: invited, mail }: InvitationMail) {
  const found = await linkToMail(core, id, { kind: 'invitation', id: invited })
  if (found?.invitation?.mails !== mail) return undefined
  const { realm, email, url, invitation, inviter } = found
  const { userSettingsDefaults, settings } = realm.record
  // An invited address has no account with a language and a time zone.
  const recipient = {
    settings: { ...userSettingsDefaults, ...{ default_language: settings.default_language } },
  }
  const expires =
    invitation.expiresAt === null ? '' : new MailTime({ ...recipient, timezone: '' }, invitation.expiresAt)
  return {
    realm: realm.record,
    to: { name: '', address: email },
    language: settings.default_language,
    thread: `invitation-${invited}`,
    values: { link: url, inviter: inviter?.fullName ?? settings.name, expires },
  } satisfies MailContent
}
