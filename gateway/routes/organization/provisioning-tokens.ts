import { z } from 'zod'
import { MAX_PROVISIONING_TOKEN_NAME, MAX_PROVISIONING_TOKENS } from '../../../config/limits.ts'
import {
  noSuchProvisioningToken,
  tooManyProvisioningTokens,
} from '../../../core/people/provisioning/errors.ts'
import { listTokens, makeToken, revokeToken } from '../../../core/people/provisioning/tokens.ts'
import { cannotBeBlank, tooLong } from '../../../core/platform/errors.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, line, path } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { staleLogIn } from '../../wire/shared-errors.ts'

const token = z
  .object({
    id: z.int().describe('The id of the token.'),
    name: z.string().describe('Where it is used.'),
    created_at: z.int().describe('When it was made, in Unix seconds.'),
    last_used_at: z
      .int()
      .nullable()
      .describe('When it was last used, in Unix seconds, at most five minutes late; null for never.'),
  })
  .meta({ id: 'ProvisioningToken', description: 'A token of a directory, without the token itself.' })

/** Tokens with which directories of a company change accounts and groups (`gateway/scim/`). */
export function provisioningTokenRoutes({ core, config }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/realm/provisioning_tokens',
      access: 'owner',
      summary: 'Get the tokens of directories',
      description:
        'A directory, such as Microsoft Entra ID or Okta, changes accounts and groups by SCIM 2.0 (RFC 7644) at `base_url`. SCIM is a protocol of its own, with its own errors and schemas, so its operations are not in this document: `/Schemas` and `/ServiceProviderConfig` below `base_url` describe them.',
      response: {
        tokens: z.array(token).describe('In the order in which they were made.'),
        base_url: z.string().describe('The address to enter in the directory.'),
      },
      handler: async ({ realm }) => ({
        tokens: (await listTokens(core, realm)).map(({ id, name, createdAt, lastUsedAt }) => ({
          ...{ id, name, created_at: createdAt, last_used_at: lastUsedAt },
        })),
        base_url: `${realmUrl(realm.record, config.rootUrl)}/scim/v2`,
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/provisioning_tokens',
      access: 'owner',
      summary: 'Create a token for a directory',
      description:
        'The response is the only one with the token. It needs a session in a browser, in which you have logged in or confirmed who you are within the last ten minutes.',
      params: {
        name: form(line(), {
          description: `Where it is used, at most ${MAX_PROVISIONING_TOKEN_NAME} characters.`,
          example: 'Entra',
        }),
      },
      response: { token: z.string().describe('The token, which the directory sends as a Bearer token.') },
      errors: [
        staleLogIn,
        when('The name is blank.', cannotBeBlank('name')),
        when('The name is too long.', tooLong('name', MAX_PROVISIONING_TOKEN_NAME)),
        when('There are as many tokens as are allowed.', tooManyProvisioningTokens(MAX_PROVISIONING_TOKENS)),
      ],
      handler: async (call) => {
        await call.requireFreshLogIn()
        return { token: await makeToken(call.caller, call.params.name) }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/provisioning_tokens/{token_id}',
      access: 'owner',
      summary: 'Revoke a token of a directory',
      description: 'The directory can change nothing any more, at once. What it has changed stays.',
      params: { token_id: path(id(), { description: 'The id of the token.', example: 3 }) },
      errors: [when('There is no such token.', noSuchProvisioningToken())],
      handler: ({ caller, params }) => revokeToken(caller, params.token_id),
    }),
  ] as const
}
