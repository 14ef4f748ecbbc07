import { bigBlueButtonOf, joinAddress } from '../../calls/big-blue-button.ts'
import { invalidMeetingSignature } from '../../calls/errors.ts'
import { readMeeting } from '../../calls/meeting-link.ts'
import type { Services } from '../../services.ts'
import { html } from '../html.ts'
import { type Page, page, seeOther, show } from '../page.ts'

export const JOIN_PATH = '/calls/bigbluebutton/join'

/** The page behind links to meetings. It sends a user who is logged in to the meeting. */
export function callPages({ config }: Services): Page[] {
  return [
    page({
      method: 'GET',
      path: JOIN_PATH,
      scope: 'organization',
      handler: async ({ realm, user, query, t }) => {
        const server = bigBlueButtonOf(config)
        const signed = query.get('bigbluebutton') ?? ''
        const meeting = readMeeting(config.secretKey, realm.id, signed)
        if (meeting === undefined) throw invalidMeetingSignature()
        if (user === undefined) {
          return seeOther(`/login?next=${encodeURIComponent(`${JOIN_PATH}?bigbluebutton=${signed}`)}`)
        }
        const address = await joinAddress(server, meeting, user)
        const body = html`<p><a href="${address}">${t('Continue to {name}', { name: meeting.name })}</a></p>`
        // Not a redirect, because after the log-in form browsers refuse a redirect to another site
        // (form-action).
        return show({ title: t('Video call'), body }, { headers: [['Refresh', `0; url=${address}`]] })
      },
    }),
  ]
}
