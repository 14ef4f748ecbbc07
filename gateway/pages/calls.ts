import { ApiError } from '../../core/platform/errors.ts'
import { bigBlueButtonOf, joinAddress } from '../calls/big-blue-button.ts'
import { readMeeting } from '../calls/meeting-link.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { type Page, page, seeOther, show } from './page.ts'

export const JOIN_PATH = '/calls/bigbluebutton/join'

/** Where links to meetings lead: on to the meeting, for whoever is logged in. */
export function callPages({ config }: Services): Page[] {
  return [
    page({
      method: 'GET',
      path: JOIN_PATH,
      of: 'organization',
      handler: async ({ realm, user, query }) => {
        const server = bigBlueButtonOf(config)
        const signed = query.get('bigbluebutton') ?? ''
        const meeting = readMeeting(config.secretKey, realm.id, signed)
        if (meeting === undefined) throw new ApiError('Invalid signature.')
        if (user === undefined) {
          return seeOther(`/login?next=${encodeURIComponent(`${JOIN_PATH}?bigbluebutton=${signed}`)}`)
        }
        const address = await joinAddress(server, meeting, user)
        const body = html`<p><a href="${address}">Go on to ${meeting.name}</a></p>`
        // Not a redirect: browsers let none to elsewhere follow the form that somebody has just logged in by.
        return show({ title: 'Video call', body }, { headers: [['Refresh', `0; url=${address}`]] })
      },
    }),
  ]
}
