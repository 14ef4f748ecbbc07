import { z } from 'zod'
import { EXPORT_LIFETIME_DAYS, MAX_PERSON_EXPORTS_PER_DAY } from '../../../config/limits.ts'
import { insufficientPermission } from '../../../core/platform/errors.ts'
import { mustBeOwner } from '../../../core/state/realm/errors.ts'
import { accountIsMerging, noSuchUser } from '../../../core/state/users/errors.ts'
import { personTask } from '../../../core/state/wire/person-task.ts'
import { erasePerson } from '../../../core/transfer/person/erase.ts'
import {
  alreadyErased,
  cannotEraseOnlyOwner,
  noSuchPersonExport,
  personExportNotFinished,
  tooManyPersonExports,
} from '../../../core/transfer/person/errors.ts'
import { listPersonTasks } from '../../../core/transfer/person/list.ts'
import {
  deletePersonExport,
  findPersonOfData,
  requestPersonExport,
} from '../../../core/transfer/person/request.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, path } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { userInPath } from '../../wire/shared-parameters.ts'

const errors = [
  when('There is no such person: the id is unknown, or belongs to a bot.', noSuchUser()),
  when('You are not an administrator.', insufficientPermission()),
  when('The person is an owner, and you are not.', mustBeOwner()),
]

/** The data of one person: exports and erasure. */
export function personDataRoutes({ core, config }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/users/{user_id}/data',
      access: 'administrator',
      summary: "Get the exports and the erasure of a person's data",
      description: `The newest 50, the newest first. An archive is deleted after ${EXPORT_LIFETIME_DAYS} days.`,
      params: { user_id: userInPath },
      response: { tasks: z.array(personTask).describe('The exports and the erasure, the newest first.') },
      errors,
      handler: async ({ realm, user, params }) => {
        await realm.withFreshState(() => findPersonOfData(realm, user, params.user_id))
        const tasks = await core.db.readEntities((em) =>
          listPersonTasks(em, realm, params.user_id, config.rootUrl),
        )
        return { tasks }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/data/export',
      access: 'administrator',
      summary: "Export a person's data",
      description:
        'The answer comes at once; the archive is made in the background. It has the profile, settings, messages, reactions, files, drafts and log-ins of the person, also private ones. The notification bot tells the person who exported the data.',
      params: { user_id: userInPath },
      response: { id: z.int().describe('The id of the export.') },
      errors: [
        ...errors,
        when(
          `The organization asked for ${MAX_PERSON_EXPORTS_PER_DAY} such exports in the last 24 hours.`,
          tooManyPersonExports(),
        ),
      ],
      handler: async ({ caller, params }) => ({ id: await requestPersonExport(caller, params.user_id) }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/{user_id}/data/export/{export_id}',
      access: 'administrator',
      summary: "Delete an export of a person's data before it expires",
      description: 'Its address stops working.',
      params: {
        user_id: userInPath,
        export_id: path(id(), { description: 'The id of the export.', example: 5 }),
      },
      errors: [
        ...errors,
        when('The person has no such export.', noSuchPersonExport()),
        when('The export is not finished, has failed, or is deleted.', personExportNotFinished()),
      ],
      handler: ({ caller, params }) => deletePersonExport(caller, params.user_id, params.export_id),
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/data/erase',
      access: 'administrator',
      summary: "Delete a person's data for good",
      description:
        'Name, address, picture and profile are replaced at once, and the account and its bots are deactivated. Drafts, settings, sessions and devices are gone. The files of the person, and the messages if you say so, are deleted in the background. Nothing brings them back.',
      params: {
        user_id: userInPath,
        delete_messages: form(z.boolean(), {
          description:
            'Whether the messages of the person are deleted too. Otherwise they stay without the name.',
          example: false,
        }),
      },
      response: { id: z.int().describe('The id of the erasure.') },
      errors: [
        ...errors,
        when('The data of the person is erased already.', alreadyErased()),
        when('The person is the only owner.', cannotEraseOnlyOwner()),
        when('The account is being merged with another one.', accountIsMerging()),
      ],
      handler: async ({ caller, params }) => ({
        id: await erasePerson(caller, params.user_id, params.delete_messages),
      }),
    }),
  ] as const
}
