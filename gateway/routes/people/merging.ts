import { z } from 'zod'
import { MAX_LISTED_MERGED_ACCOUNTS } from '../../../config/limits.ts'
import { insufficientPermission } from '../../../core/platform/errors.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { mustBeOwner } from '../../../core/state/realm/errors.ts'
import {
  accountIsMerged,
  noSuchUser,
  personIsErased,
  userIsDeactivated,
} from '../../../core/state/users/errors.ts'
import { mergeCheck, mergeProgress } from '../../../core/state/wire/account-merge.ts'
import {
  checkMerge,
  mergedAccounts,
  mergeProgress as progressOf,
} from '../../../core/transfer/merging/check.ts'
import {
  cannotMergeIntoItself,
  cannotMergeOneself,
  cannotMergeOwner,
  mergeRunning,
} from '../../../core/transfer/merging/errors.ts'
import { findAccounts, mergeAccounts } from '../../../core/transfer/merging/request.ts'
import { findPersonOfData } from '../../../core/transfer/person/request.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, query } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { userInPath } from '../../wire/shared-parameters.ts'

const finding = [
  when('There is no such person: an id is unknown, or belongs to a bot.', noSuchUser()),
  when('You are not an administrator.', insufficientPermission()),
  when('One of the people is an owner, and you are not.', mustBeOwner()),
]
const errors = [
  ...finding,
  when('Both ids are the same.', cannotMergeIntoItself()),
  when('The account to be emptied is your own.', cannotMergeOneself()),
  when('The account to be emptied is that of the only owner, and the other is no owner.', cannotMergeOwner()),
  when('The account that would stay is deactivated.', userIsDeactivated()),
  when('One of the accounts was merged into another one, or is being merged.', accountIsMerged()),
  when('The data of one of the people is erased.', personIsErased()),
]
const INTO = { description: 'The account that stays, with its name, address, role and log-ins.', example: 9 }

const merged = z
  .object({
    user_id: z.int().describe('The emptied account.'),
    into_id: z.int().describe('The account that has everything of it.'),
  })
  .meta({
    id: 'MergedAccount',
    description: 'An account that was merged into another one of the same person.',
  })

/** Merges of two accounts of one person. */
export function mergingRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/merged_accounts',
      access: 'user',
      summary: 'Get the accounts that were merged into others',
      description: `So that an old mention or link leads to the account that the person has now. Leaves out accounts that you may not see. By their ids, at most ${MAX_LISTED_MERGED_ACCOUNTS}.`,
      response: { accounts: z.array(merged).describe('The emptied accounts.') },
      handler: ({ realm, user }) => ({
        accounts: mergedAccounts(realm, user).map(({ from, into }) => ({ user_id: from, into_id: into })),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}/merge/check',
      access: 'administrator',
      summary: 'Get what a merge of two accounts of one person would do',
      description: 'Counts what would move to the other account and what would be deleted. Changes nothing.',
      params: { user_id: userInPath, into_id: query(id<UserId>(), INTO) },
      response: { check: mergeCheck },
      errors,
      handler: async ({ realm, user, params }) => {
        const named = { from: params.user_id, into: params.into_id }
        const accounts = await realm.withFreshState(() => findAccounts(realm, user, named))
        return { check: await checkMerge(core.db, accounts) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/merge',
      access: 'administrator',
      summary: 'Merge an account into another one of the same person',
      description:
        'For people with two accounts, for example an imported one and one of their own. The account is deactivated at once and for good. Its messages, direct conversations, reactions, mentions, read state, subscriptions, permissions, files, bots and lists then move to the other account in the background. Both stay known by their ids: `GET /merged_accounts` lists the emptied one. When all is moved, every event queue of the organization ends with `BAD_EVENT_QUEUE_ID`, because no event says that a message has another sender. Nothing separates the accounts again.',
      params: { user_id: userInPath, into_id: form(id<UserId>(), INTO) },
      errors: [
        ...errors,
        when('An organization has one merge at a time, and another one is not finished.', mergeRunning()),
      ],
      handler: ({ caller, params }) => mergeAccounts(caller, { from: params.user_id, into: params.into_id }),
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}/merge',
      access: 'administrator',
      summary: 'Get how far the merge of an account is',
      description: 'The merge that has emptied the account, or is emptying it.',
      params: { user_id: userInPath },
      response: { merge: mergeProgress.nullable().describe('Null for an account that was never merged.') },
      errors: finding,
      handler: async ({ realm, user, params }) => {
        await realm.withFreshState(() => findPersonOfData(realm, user, params.user_id))
        return { merge: await progressOf(core, params.user_id) }
      },
    }),
  ] as const
}
