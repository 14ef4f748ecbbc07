import { z } from 'zod'
import { MAX_LOG_IN_PROVIDERS } from '../../../config/limits.ts'
import { secretsOf } from '../../../core/people/authentication/external/stored.ts'
import { kindNamed, PROVIDER_KINDS } from '../../../core/people/authentication/kinds.ts'
import { operatorMethods } from '../../../core/people/authentication/methods.ts'
import {
  addProvider,
  changeProvider,
  removeProvider,
  testProvider,
} from '../../../core/people/authentication/providers/change.ts'
import {
  directoryUnavailable,
  invalidProviderField,
  noSuchProvider,
  notADirectory,
  noWayLeft,
  providerExists,
  secretNeeded,
  tooManyProviders,
  unknownKind,
} from '../../../core/people/authentication/providers/errors.ts'
import { deactivateNamed, findGone } from '../../../core/people/authentication/providers/gone.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import type { LogInProvider } from '../../../core/state/realm/log-in-provider.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path } from '../../http/endpoint/parameter.ts'
import { dict } from '../../http/parameters/bounds.ts'
import type { Services } from '../../services.ts'
import { staleLogIn } from '../../wire/shared-errors.ts'

const KINDS = PROVIDER_KINDS.map(({ name }) => name)
/** People whom one request names or answers. */
const MAX_GONE = 10_000
/** Fields of one provider in a request. */
const MAX_FIELDS = 60

const value = z.union([z.string().max(30_000), z.int(), z.boolean(), z.array(z.string().max(300)).max(100)])
const CONFIRMED =
  'It needs a session in a browser, in which you have logged in or confirmed who you are within the last ten minutes.'

const provider = z
  .object({
    id: z.int().describe('The id of the provider.'),
    kind: z.string().describe(`What it speaks: ${KINDS.map((name) => `\`${name}\``).join(', ')}.`),
    name: z.string().describe('Its name in addresses.'),
    display_name: z.string().describe('The name on its button.'),
    enabled: z.boolean().describe('Whether the log-in page offers it.'),
    settings: z
      .record(z.string(), z.unknown())
      .describe('Its other fields by their names, as docs/company-log-in.md lists them, without secrets.'),
    secrets: z.array(z.string()).describe('The names of the secret fields that are set.'),
    return_address: z
      .string()
      .nullable()
      .describe('The address to register at the provider; null for a directory, which needs none.'),
    trial_address: z
      .string()
      .describe(
        'A page on which an owner tries a log-in that changes nothing, also while the provider is off.',
      ),
  })
  .meta({ id: 'LogInProvider', description: 'A provider of log-ins that the organization has set up.' })

const settings = dict(value.nullable(), MAX_FIELDS, 60)

const parameters = {
  display_name: { description: 'The name on its button, at most 60 characters.', example: 'Our company' },
  enabled: { description: 'Whether the log-in page offers it.', example: true },
  settings: {
    description: 'Its other fields by their names. Null removes a field, and secret fields stay hidden.',
    example: { issuer: 'https://id.example.com', client_id: 'loquat', client_secret: 'secret' },
  },
}
const provider_id = path(id(), { description: 'The id of the provider.', example: 3 })

const notFound = when('There is no such provider.', noSuchProvider())
const directoryErrors = [
  when('The provider is no directory.', notADirectory()),
  when('The directory does not answer.', directoryUnavailable('connect ECONNREFUSED')),
]
const malformed = when(
  'A field is not valid. `field` names it.',
  invalidProviderField('issuer', 'An https address.'),
)
const needsSecret = when(
  'The address changes, and a secret that was sent to the former one is not named.',
  secretNeeded('client_secret'),
)
const lockedOut = when(
  'No way to log in that you have used before, or none for others, would be left.',
  noWayLeft(),
)

/** A provider that the operator has set up. */
const operatorProvider = z.object({
  display_name: z.string().describe('The name on its button.'),
  trial_address: z.string().describe('A page on which an owner tries a log-in that changes nothing.'),
})

/** Providers of log-ins that an organization sets up, such as its OpenID Connect. */
export function logInProviderRoutes({ core, config }: Services) {
  const trialAddress = ({ record }: RealmState, method: string) =>
    `${realmUrl(record, config.rootUrl)}/login/with/${method}/try`
  const shown = (realm: RealmState, one: LogInProvider) => {
    const kind = kindNamed(one.kind)
    const isSecret = one.secrets !== null && kind !== undefined
    return {
      ...{ id: one.id, kind: one.kind, name: one.name, display_name: one.displayName },
      ...{ enabled: one.isEnabled, settings: one.settings, secrets: isSecret ? [...secretsOf(kind)] : [] },
      return_address:
        kind?.isDirectory === true
          ? null
          : `${realmUrl(realm.record, config.rootUrl)}/login/with/${kind?.prefix ?? one.kind}-${one.name}/callback`,
      trial_address: trialAddress(realm, `${kind?.prefix ?? one.kind}-${one.name}`),
    }
  }
  return [
    endpoint({
      method: 'GET',
      path: '/realm/log_in_providers',
      access: 'owner',
      summary: 'Get the providers of log-ins',
      description:
        'Those that the operator of the server has set up are in a list of their own, without settings.',
      response: {
        providers: z.array(provider).describe('In the order in which they were added.'),
        base_address: z
          .string()
          .describe(
            'Where addresses of providers begin, such as the return address of one that is to be added.',
          ),
        of_operator: z
          .array(operatorProvider)
          .describe('Providers that the operator of the server offers to the organization.'),
      },
      handler: async ({ realm }) => ({
        providers: realm.lists.logInProviders.map((one) => shown(realm, one)),
        base_address: `${realmUrl(realm.record, config.rootUrl)}/login/with`,
        of_operator: operatorMethods(core, realm).map(({ name, displayName }) => ({
          display_name: displayName,
          trial_address: trialAddress(realm, name),
        })),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/log_in_providers',
      access: 'owner',
      summary: 'Add a provider of log-ins',
      description: `Add it disabled, test it, then enable it. Clients get the event \`realm\` with \`authentication_methods\`. ${CONFIRMED}`,
      params: {
        kind: form(line(), { description: `What it speaks: one of ${KINDS.join(', ')}.`, example: 'openid' }),
        name: form(line(), {
          description: 'Its name in addresses: lower-case letters, digits and hyphens, at most 30.',
          example: 'company',
        }),
        display_name: form(line(), parameters.display_name),
        enabled: form(z.boolean().default(false), parameters.enabled),
        settings: json(settings, parameters.settings),
      },
      response: { id: z.int().describe('The id of the new provider.') },
      errors: [
        staleLogIn,
        malformed,
        lockedOut,
        when('The kind is not known.', unknownKind(KINDS)),
        when('Another provider has the name.', providerExists('company')),
        when(
          'The organization has as many providers as are allowed.',
          tooManyProviders(MAX_LOG_IN_PROVIDERS),
        ),
      ],
      handler: async (call) => {
        await call.requireFreshLogIn()
        const { kind, name, display_name: displayName, enabled: isEnabled, settings } = call.params
        return { id: await addProvider(call.caller, { kind, name, displayName, isEnabled, settings }) }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/log_in_providers/{provider_id}',
      access: 'owner',
      summary: 'Change a provider of log-ins',
      description: `Fields that the request does not name stay. ${CONFIRMED}`,
      params: {
        provider_id,
        display_name: form(line().optional(), parameters.display_name),
        enabled: form(z.boolean().optional(), parameters.enabled),
        settings: json(settings.optional(), parameters.settings),
      },
      errors: [staleLogIn, malformed, needsSecret, lockedOut, notFound],
      handler: async (call) => {
        await call.requireFreshLogIn()
        const { provider_id: one, display_name: displayName, enabled: isEnabled, settings } = call.params
        await changeProvider(call.caller, one, {
          ...(displayName !== undefined && { displayName }),
          ...(isEnabled !== undefined && { isEnabled }),
          ...(settings !== undefined && { settings }),
        })
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/log_in_providers/{provider_id}',
      access: 'owner',
      summary: 'Remove a provider of log-ins',
      description: `Its people keep their accounts and sessions, and stay joined to it if you add it again. ${CONFIRMED}`,
      params: { provider_id },
      errors: [staleLogIn, lockedOut, notFound],
      handler: async (call) => {
        await call.requireFreshLogIn()
        await removeProvider(call.caller, call.params.provider_id)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/realm/log_in_providers/{provider_id}/gone',
      access: 'owner',
      summary: 'Get who is gone from a directory',
      description:
        'The server compares the accounts that are joined to the directory with its people, as the hourly job does. Nobody is deactivated.',
      params: { provider_id },
      response: {
        accounts: z.int().describe('The number of active accounts that are joined to the directory.'),
        gone: z
          .array(
            z.object({
              user_id: z.int().describe('The id of the user.'),
              full_name: z.string().describe('The name of the user.'),
            }),
          )
          .describe(`People who are gone from the directory, at most ${MAX_GONE}.`),
        too_many: z
          .boolean()
          .describe(
            'Whether more than a tenth of the accounts is gone, so that the hourly job deactivates nobody.',
          ),
      },
      errors: [notFound, ...directoryErrors],
      handler: async ({ caller, params }) => {
        const { accounts, gone, isTooMany } = await findGone(caller, params.provider_id)
        const shownPeople = gone
          .slice(0, MAX_GONE)
          .map(({ id, fullName }) => ({ user_id: id, full_name: fullName }))
        return { accounts, gone: shownPeople, too_many: isTooMany }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/realm/log_in_providers/{provider_id}/gone',
      access: 'owner',
      summary: 'Deactivate people who are gone from a directory',
      description: `The server compares again, and deactivates those who are still gone, however many they are. The only owner stays. ${CONFIRMED}`,
      params: {
        provider_id,
        user_ids: json(z.array(id<UserId>()).max(MAX_GONE), {
          description: 'The ids of the people to deactivate. Ids of people who are not gone are ignored.',
          example: [11, 12],
        }),
      },
      response: { deactivated: z.array(z.int()).describe('The ids of the deactivated people.') },
      errors: [staleLogIn, notFound, ...directoryErrors],
      handler: async (call) => {
        await call.requireFreshLogIn()
        const { provider_id: one, user_ids: ids } = call.params
        return { deactivated: (await deactivateNamed(call.caller, one, ids)).map((user) => user.id) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/realm/log_in_providers/{provider_id}/test',
      access: 'owner',
      summary: 'Check a provider of log-ins',
      description:
        'The server asks it as a log-in would. Nobody is logged in, and nothing is changed. It works for disabled providers too.',
      params: { provider_id },
      response: {
        good: z.boolean().describe('Whether people can log in, as far as the test knows.'),
        found: z.string().describe('What the test has found, for people.'),
        advice: z.string().nullable().describe('What to do, for people; null when nothing is wrong.'),
      },
      errors: [notFound],
      handler: async ({ caller, params }) => {
        const { isGood, found, advice = null } = await testProvider(caller, params.provider_id)
        return { good: isGood, found, advice }
      },
    }),
  ] as const
}
