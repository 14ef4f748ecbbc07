import { z } from 'zod'
import { MAX_LISTED_UNCLAIMED_PEOPLE } from '../../../config/limits.ts'
import { remainingToday } from '../../../core/people/invites/daily-limit.ts'
import { invitationFailed } from '../../../core/people/invites/errors.ts'
import { listUnclaimed } from '../../../core/people/unclaimed/list.ts'
import { mailUnclaimed } from '../../../core/people/unclaimed/mail.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { json } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

const person = z
  .object({
    user_id: z.int().describe('The id of the user.'),
    mails: z.int().describe('How many mails have asked the person to come.'),
    mailed_at: z.int().nullable().describe('When the last of them was sent, in Unix seconds.'),
    refuses_mail: z.boolean().describe('Whether the person has unsubscribed from these mails.'),
    can_be_mailed_again: z.boolean().describe('Whether the last mail is a day old, or there was none.'),
  })
  .meta({ id: 'UnclaimedPerson', description: 'An imported person who has never logged in.' })

/** Imported people who have never logged in. */
export function unclaimedPeopleRoutes({ core, config }: Services) {
  const limits = {
    invitationsPerDay: config.invitationsPerDay,
    invitationsPerDayOfNewRealm: config.invitationsPerDayOfNewRealm,
  }
  return [
    endpoint({
      method: 'GET',
      path: '/unclaimed_people',
      access: 'administrator',
      summary: 'Get the imported people who have never logged in',
      description: `Active people of an imported organization whom nobody has seen here yet, by their ids, at most ${MAX_LISTED_UNCLAIMED_PEOPLE}. The first log-in takes a person off the list.`,
      response: {
        people: z.array(person).describe('The people, by their ids.'),
        mails_left_today: z.int().describe('How many invitations may still be mailed today.'),
      },
      handler: async ({ realm, user }) => ({
        people: (await listUnclaimed(core.db, realm)).map((one) => ({
          user_id: one.userId,
          mails: one.mails,
          mailed_at: one.mailedAt,
          refuses_mail: one.refusesMail,
          can_be_mailed_again: one.isDue,
        })),
        mails_left_today: await remainingToday(core.db, realm.id, user, limits),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/unclaimed_people/mail',
      access: 'administrator',
      summary: 'Send mails that ask the imported people to come',
      description:
        'Each person gets one mail with a link to choose a password, or to the log-in page where people log in with other accounts. The mails count as invitations: the limit of a day leaves some people for another day, those with the highest ids.',
      params: {
        again: json(z.boolean().default(false), {
          description:
            'Whether people whose last mail is a day old get another one. Otherwise each person gets one.',
          example: true,
        }),
      },
      response: {
        mailed: z.int().describe('How many people were mailed.'),
        left: z.int().describe('How many people the limit of the day has left.'),
      },
      errors: [
        when(
          'The limit of invitations for the day is reached.',
          invitationFailed(
            'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.',
            {
              dailyLimitReached: true,
            },
          ),
        ),
      ],
      handler: ({ caller, params }) => mailUnclaimed(caller, params.again ? 'again' : 'new', limits),
    }),
  ] as const
}
