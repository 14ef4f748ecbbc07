import { z } from 'zod'
import { bigBlueButtonOf } from '../../calls/big-blue-button.ts'
import { bigBlueButtonNotConfigured } from '../../calls/errors.ts'
import { newMeeting, signMeeting } from '../../calls/meeting-link.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { query } from '../../http/endpoint/parameter.ts'
import { JOIN_PATH } from '../../pages/calls.ts'
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
  ] as const
}
