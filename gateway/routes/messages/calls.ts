import { z } from 'zod'
import { bigBlueButtonOf } from '../../calls/big-blue-button.ts'
import {
  bigBlueButtonNotConfigured,
  invalidZoomToken,
  zoomBusy,
  zoomFailed,
  zoomNotConfigured,
} from '../../calls/errors.ts'
import { newMeeting, signMeeting } from '../../calls/meeting-link.ts'
import { zoomOf } from '../../calls/zoom.ts'
import { startZoomMeeting } from '../../calls/zoom-meeting.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json, query } from '../../http/endpoint/parameter.ts'
import { JOIN_PATH } from '../../pages/calls/big-blue-button.ts'
import type { Services } from '../../services.ts'

export function callRoutes({ config }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/calls/bigbluebutton/create',
      access: 'user',
      summary: 'Create a BigBlueButton meeting and get its link',
      description:
        'The meeting begins when somebody opens the link. You join it as its moderator, others as viewers.',
      params: {
        meeting_name: query(z.string().max(200), {
          description: 'The name of the meeting, which its participants see.',
          example: 'Rehearsal of act two',
        }),
        voice_only: query(z.boolean().default(false), {
          description: 'Whether the meeting is without cameras.',
          example: true,
        }),
      },
      response: {
        url: z
          .string()
          .describe('The path on this server at which people who are logged in join the meeting.'),
      },
      errors: [when('The operator has not configured a BigBlueButton server.', bigBlueButtonNotConfigured())],
      handler: ({ realm, user, params }) => {
        bigBlueButtonOf(config)
        const meeting = newMeeting(user.id, params.meeting_name, params.voice_only)
        return { url: `${JOIN_PATH}?bigbluebutton=${signMeeting(config.secretKey, realm.id, meeting)}` }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/calls/zoom/create',
      access: 'user',
      summary: 'Create a Zoom meeting and get its link',
      description:
        'You are its host. Before, connect your Zoom account at `/calls/zoom/register` in a browser that is logged in; the event `has_zoom_token` says when it is connected.',
      params: {
        is_video_call: json(z.boolean().default(true), {
          description: 'Whether the cameras are on at the beginning.',
          example: false,
        }),
      },
      response: { url: z.string().describe('The address at which people join the meeting.') },
      errors: [
        when('The operator has not configured an app at Zoom.', zoomNotConfigured()),
        when('You have not connected a Zoom account, or Zoom no longer accepts it.', invalidZoomToken()),
        when('Zoom limits how many requests it accepts.', zoomBusy()),
        when('Zoom does not answer within ten seconds, or answers with something else.', zoomFailed()),
      ],
      handler: async ({ caller, params }) => ({
        url: await startZoomMeeting(zoomOf(config), caller, params.is_video_call),
      }),
    }),
  ] as const
}
