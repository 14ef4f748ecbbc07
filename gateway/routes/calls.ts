import { z } from 'zod'
import { bigBlueButtonOf } from '../calls/big-blue-button.ts'
import { bigBlueButtonNotConfigured } from '../calls/errors.ts'
import { newMeeting, signMeeting } from '../calls/meeting-link.ts'
import { endpoint } from '../http/endpoint.ts'
import { query } from '../http/parameter.ts'
import { JOIN_PATH } from '../pages/calls.ts'
import type { Services } from '../services.ts'

export function callRoutes({ config }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/calls/bigbluebutton/create',
      access: 'user',
      summary: 'Create a BigBlueButton meeting and get its link',
      params: {
        meeting_name: query(z.string().max(200)),
        voice_only: query(z.boolean().default(false)),
      },
      response: { url: z.string() },
      errors: [bigBlueButtonNotConfigured()],
      handler: ({ realm, user, params }) => {
        bigBlueButtonOf(config)
        const meeting = newMeeting(user.id, params.meeting_name, params.voice_only)
        return { url: `${JOIN_PATH}?bigbluebutton=${signMeeting(config.secretKey, realm.id, meeting)}` }
      },
    }),
  ] as const
}
