import { z } from 'zod'
import {
  MAX_DOMAINS,
  MAX_ITEMS_PER_REQUEST,
  MAX_LINKIFIERS,
  MAX_PLAYGROUNDS,
} from '../../../config/limits.ts'
import { addDomain, changeDomain, removeDomain } from '../../../core/organization/domains/change.ts'
import { domainExists, noSuchDomain, tooManyDomains } from '../../../core/organization/domains/errors.ts'
import {
  addLinkifier,
  changeLinkifier,
  orderLinkifiers,
  removeLinkifier,
} from '../../../core/organization/linkifiers/change.ts'
import {
  incompleteLinkifierOrder,
  linkifierExists,
  noSuchLinkifier,
  tooManyLinkifiers,
} from '../../../core/organization/linkifiers/errors.ts'
import { addPlayground, removePlayground } from '../../../core/organization/playgrounds/change.ts'
import {
  noSuchPlayground,
  playgroundExists,
  tooManyPlaygrounds,
} from '../../../core/organization/playgrounds/errors.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import {
  badRegularExpression,
  codeVariableMissing,
  fieldIsBlank,
  groupMissingInPattern,
  groupMissingInTemplate,
  invalidCharactersInLanguage,
  invalidUrlTemplate,
  otherVariablesThanCode,
} from '../../../core/state/linkifiers/errors.ts'
import { wireLinkifier } from '../../../core/state/linkifiers/linkifier.ts'
import { MAX_LANGUAGE_LENGTH } from '../../../core/state/linkifiers/playground.ts'
import { invalidDomain } from '../../../core/state/realm/errors.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { domain, linkifier } from '../../../core/state/wire/realm-lists.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path } from '../../http/endpoint/parameter.ts'

/** A pattern or template. The limit is generous; core rejects patterns that are too complex. */
const text = z.string().max(4_000)

export const realmListRoutes = () => [...linkifierRoutes(), ...playgroundRoutes(), ...domainRoutes()] as const

function linkifierRoutes() {
  const notFound = when('There is no such linkifier.', noSuchLinkifier())
  const malformed = [
    when('The pattern or the template is blank.', fieldIsBlank()),
    when(
      'The pattern is not a regular expression, or too complex.',
      badRegularExpression('missing closing )'),
    ),
    when('The template is not a URL template.', invalidUrlTemplate()),
    when('The template does not use a group of the pattern.', groupMissingInTemplate('id')),
    when('The template uses a group that the pattern does not have.', groupMissingInPattern('id')),
    when('Another linkifier has the pattern.', linkifierExists()),
  ]
  const filter_id = path(id(), { description: 'The id of the linkifier.', example: 5 })
  const pattern = form(text, {
    description: 'The regular expression of the texts that become links, in the dialect of Python.',
    example: '#(?P<id>[0-9]+)',
  })
  const url_template = form(text, {
    description: 'The URL template (RFC 6570) of the links. Named groups of the pattern are its variables.',
    example: 'https://github.com/example/example/issues/{id}',
  })
  const changed =
    'It applies to messages that are sent from then on. Everyone whose client declares `linkifier_url_template` gets the event `realm_linkifiers`.'
  return [
    endpoint({
      method: 'GET',
      path: '/realm/linkifiers',
      access: 'user',
      summary: 'Get the linkifiers in the order in which they are applied',
      description: 'A linkifier makes links of texts in messages and topics, such as issue numbers.',
      since: 54,
      response: { linkifiers: z.array(linkifier).describe('The linkifiers in their order.') },
      handler: async ({ realm }) => ({ linkifiers: realm.lists.linkifiers.map(wireLinkifier) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/linkifiers',
      access: 'administrator',
      summary: 'Reorder the linkifiers',
      description: changed,
      params: {
        ordered_linkifier_ids: json(z.array(id()).max(MAX_ITEMS_PER_REQUEST), {
          description: 'The ids of all linkifiers in their new order.',
          example: [6, 5, 7],
        }),
      },
      errors: [when('The list does not name every linkifier exactly once.', incompleteLinkifierOrder())],
      handler: ({ caller, params }) => orderLinkifiers(caller, params.ordered_linkifier_ids),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/filters',
      access: 'administrator',
      summary: 'Add a linkifier',
      description: `It is applied after all others. ${changed}`,
      params: { pattern, url_template },
      response: { id: z.int().describe('The id of the new linkifier.') },
      errors: [
        ...malformed,
        when('The organization has as many linkifiers as are allowed.', tooManyLinkifiers(MAX_LINKIFIERS)),
        when('The whole list would have too many bytes.', listTooLarge('linkifiers')),
      ],
      handler: async ({ caller, params: { pattern, url_template: urlTemplate } }) => ({
        id: await addLinkifier(caller, { pattern, urlTemplate }),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/filters/{filter_id}',
      access: 'administrator',
      summary: 'Change a linkifier',
      description: `It keeps its place in the order. ${changed}`,
      params: { filter_id, pattern, url_template },
      errors: [
        notFound,
        ...malformed,
        when('The whole list would have too many bytes.', listTooLarge('linkifiers')),
      ],
      handler: ({ caller, params: { filter_id, pattern, url_template: urlTemplate } }) =>
        changeLinkifier(caller, filter_id, { pattern, urlTemplate }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/filters/{filter_id}',
      access: 'administrator',
      summary: 'Remove a linkifier',
      description: changed,
      params: { filter_id },
      errors: [notFound],
      handler: ({ caller, params }) => removeLinkifier(caller, params.filter_id),
    }),
  ] as const
}

function playgroundRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/realm/playgrounds',
      access: 'administrator',
      summary: 'Add a code playground for a programming language',
      description:
        'Clients offer to open code blocks of the language there. Everyone gets the event `realm_playgrounds`.',
      params: {
        name: form(text, { description: 'The name that clients show.', example: 'Rust playground' }),
        pygments_language: form(text.meta({ maxLength: MAX_LANGUAGE_LENGTH }), {
          description: 'The name of the language in code blocks.',
          example: 'rust',
        }),
        url_template: form(text, {
          description: 'The URL template (RFC 6570) with the only variable `code`.',
          example: 'https://play.rust-lang.org/?code={code}',
        }),
      },
      response: { id: z.int().describe('The id of the new playground.') },
      errors: [
        when(
          'The language has characters that names of languages do not have.',
          invalidCharactersInLanguage(),
        ),
        when('The name or the language is blank.', fieldIsBlank()),
        when('The language is too long.', tooLong('pygments_language', MAX_LANGUAGE_LENGTH)),
        when('The template is not a URL template.', invalidUrlTemplate()),
        when('The template does not use `code`.', codeVariableMissing()),
        when('The template uses another variable than `code`.', otherVariablesThanCode()),
        when('The language has a playground of this name.', playgroundExists()),
        when('The organization has the maximum of playgrounds.', tooManyPlaygrounds(MAX_PLAYGROUNDS)),
        when('The whole list would have too many bytes.', listTooLarge('playgrounds')),
      ],
      handler: async ({ caller, params }) => ({ id: await addPlayground(caller, params) }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/playgrounds/{playground_id}',
      access: 'administrator',
      summary: 'Remove a code playground',
      description: 'Everyone gets the event `realm_playgrounds`.',
      params: { playground_id: path(id(), { description: 'The id of the playground.', example: 2 }) },
      errors: [when('There is no such playground.', noSuchPlayground())],
      handler: ({ caller, params }) => removePlayground(caller, params.playground_id),
    }),
  ] as const
}

function domainRoutes() {
  const notFound = when('The domain is not in the list.', noSuchDomain('example.com'))
  const DOMAIN = { description: 'The domain of email addresses.', example: 'example.com' }
  const allow_subdomains = form(z.boolean(), {
    description: 'Whether addresses of subdomains may join too.',
    example: true,
  })
  return [
    endpoint({
      method: 'GET',
      path: '/realm/domains',
      access: 'user',
      summary: 'Get the email domains that may join',
      description: 'The list has an effect only while `emails_restricted_to_domains` is true.',
      response: { domains: z.array(domain).readonly().describe('The email domains that may join.') },
      handler: async ({ realm }) => ({ domains: realm.lists.domains }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/domains',
      access: 'owner',
      summary: 'Allow an email domain to join',
      description: 'Everyone gets the event `realm_domains`.',
      params: { domain: form(line(), DOMAIN), allow_subdomains },
      response: { new_domain: z.tuple([z.int(), z.string()]).describe('The id and the name of the domain.') },
      errors: [
        when('The text is not a domain.', invalidDomain('Domain must have at least one dot (.)')),
        when('The domain is in the list already.', domainExists('example.com')),
        when('The organization has the maximum of domains.', tooManyDomains(MAX_DOMAINS)),
        when('The whole list would have too many bytes.', listTooLarge('domains')),
      ],
      handler: async ({ caller, params }) => ({
        new_domain: await addDomain(caller, params),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/domains/{domain}',
      access: 'owner',
      summary: 'Allow or forbid the subdomains of an email domain to join',
      params: { domain: path(line(), DOMAIN), allow_subdomains },
      errors: [notFound],
      handler: ({ caller, params }) => changeDomain(caller, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/domains/{domain}',
      access: 'owner',
      summary: 'Remove an email domain that may join',
      description: 'Removing the last domain sets `emails_restricted_to_domains` to false.',
      params: { domain: path(line(), DOMAIN) },
      errors: [notFound],
      handler: ({ caller, params }) => removeDomain(caller, params.domain),
    }),
  ] as const
}
