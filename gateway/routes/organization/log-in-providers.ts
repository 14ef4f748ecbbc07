import { z } from 'zod'
import { MAX_LOG_IN_PROVIDERS } from '../../../config/limits.ts'
import { secretsOf } from '../../../core/people/authentication/external/stored.ts'
import { kindNamed, PROVIDER_KINDS } from '../../../core/people/authentication/kinds.ts'
import {
  addProvider,
  changeProvider,
  removeProvider,
  testProvider,
} from '../../../core/people/authentication/providers/change.ts'
import {
  invalidProviderField,
  noSuchProvider,
  noWayLeft,
  providerExists,
  tooManyProviders,
  unknownKind,
} from '../../../core/people/authentication/providers/errors.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import type { LogInProvider } from '../../../core/state/realm/log-in-provider.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path } from '../../http/endpoint/parameter.ts'
import { dict } from '../../http/parameters/bounds.ts'
import type { Services } from '../../services.ts'
import { staleLogIn } from '../../wire/shared-errors.ts'

const KINDS = PROVIDER_KINDS.map(({ name }) => name)
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
    return_address: z.string().describe('The address to register at the provider.'),
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
const malformed = when(
  'A field is not valid. `field` names it.',
  invalidProviderField('issuer', 'An https address.'),
)
const lockedOut = when(
  'No way to log in that you have used before, or none for others, would be left.',
  noWayLeft(),
)

/** Providers of log-ins that an organization sets up, such as its OpenID Connect. */
export function logInProviderRoutes({ config }: Services) {
  const shown = (realm: RealmState, one: LogInProvider) => {
    const kind = kindNamed(one.kind)
    const isSecret = one.secrets !== null && kind !== undefined
    return {
      ...{ id: one.id, kind: one.kind, name: one.name, display_name: one.displayName },
      ...{ enabled: one.isEnabled, settings: one.settings, secrets: isSecret ? [...secretsOf(kind)] : [] },
      return_address: `${realmUrl(realm.record, config.rootUrl)}/login/with/${kind?.prefix ?? one.kind}-${one.name}/callback`,
    }
  }
  return [
    endpoint({
      method: 'GET',
      path: '/realm/log_in_providers',
      access: 'owner',
      summary: 'Get the providers of log-ins',
      description: 'Those that the operator of the server has set up are not among them.',
      response: { providers: z.array(provider).describe('In the order in which they were added.') },
      handler: async ({ realm }) => ({
        providers: realm.lists.logInProviders.map((one) => shown(realm, one)),
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
      errors: [staleLogIn, malformed, lockedOut, notFound],
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
