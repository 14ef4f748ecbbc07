import { RequestError } from '../../client/index.ts'
import { randomId } from '../../store/requests/random-id.ts'
import { server } from '../../store/requests/server.ts'
import type { Store } from '../../store/state/store.ts'
import { t } from '../../texts/texts.ts'
import { BIG_BLUE_BUTTON, ZOOM } from './has-calls.ts'

/** The server counts UTF-16 units, of which a character has two at most. */
const MOST_CHARACTERS = 100

/** Makes a new video call of the organization's provider. Resolves to a Markdown link that leads to it. */
export async function callLink(store: Store, name: string): Promise<string> {
  const { video_chat_provider, jitsi_server_url } = store.realmSettings.value
  const jitsiServer = String(jitsi_server_url ?? store.realm.value.jitsiServer).replace(/\/+$/, '')
  const address =
    video_chat_provider === BIG_BLUE_BUTTON
      ? await meetingAddress(name)
      : video_chat_provider === ZOOM
        ? await zoomAddress(store)
        : `${jitsiServer}/${randomId()}`
  // Parentheses would end the address of the link.
  return `[${t.joinCall}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

async function meetingAddress(name: string): Promise<string> {
  const meeting_name = [...name].slice(0, MOST_CHARACTERS).join('')
  const { url } = await server.call('GET /calls/bigbluebutton/create', { meeting_name })
  return new URL(url, location.href).href
}

const zoomMeeting = async (): Promise<string> => (await server.call('POST /calls/zoom/create', {})).url

/**
 * Starts a Zoom meeting. Somebody without a connected account, or whose connection Zoom no longer accepts,
 * gets a window that connects one, and starts the call again afterwards.
 */
async function zoomAddress(store: Store): Promise<string> {
  const wasConnected = store.hasZoomAccount.peek()
  try {
    return await zoomMeeting()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'INVALID_ZOOM_TOKEN') throw error
    const opened = window.open('/calls/zoom/register', '_blank', 'popup,width=800,height=700')
    const { code, status } = error
    const advice = wasConnected ? t.reconnectZoom : t.connectZoom
    throw new RequestError(opened === null ? t.zoomBlocked : advice, { code, status })
  }
}
