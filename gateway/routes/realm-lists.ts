import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import { addDomain, changeDomain, removeDomain } from '../../core/organization/domains/change.ts'
import {
  addLinkifier,
  changeLinkifier,
  orderLinkifiers,
  removeLinkifier,
} from '../../core/organization/linkifiers/change.ts'
import { addPlayground, removePlayground } from '../../core/organization/playgrounds/change.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { wireLinkifier } from '../../core/state/linkifiers/linkifier.ts'
import { domain, linkifier } from '../../core/state/wire/realm-lists.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path } from '../http/parameter.ts'
import type { Services } from '../services.ts'

/** Patterns and templates: longer ones are no use, and what is too complex is refused by itself. */
const text = form(z.string().max(4_000))

export const realmListRoutes = (services: Services): Endpoint[] => [
  ...linkifierRoutes(services),
  ...playgroundRoutes(services),
  ...domainRoutes(services),
]

function linkifierRoutes({ core }: Services): Endpoint[] {
  const notFound = new ApiError('Linkifier not found.')
  const malformed = [
    new ApiError('Bad regular expression: missing closing )'),
    new ApiError('Invalid URL template.'),
  ]
  return [
    endpoint({
      method: 'GET',
      path: '/realm/linkifiers',
      access: 'user',
      summary: 'Get the linkifiers, in the order in which they are tried',
      response: { linkifiers: z.array(linkifier) },
      handler: async ({ realm }) => ({ linkifiers: realm.lists.linkifiers.map(wireLinkifier) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/linkifiers',
      access: 'administrator',
      summary: 'Put the linkifiers in another order',
      params: { ordered_linkifier_ids: json(z.array(id()).max(MAX_ITEMS_PER_REQUEST)) },
      handler: ({ realm, user, params }) => orderLinkifiers(core, realm, user, params.ordered_linkifier_ids),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/filters',
      access: 'administrator',
      summary: 'Add a linkifier',
      params: { pattern: text, url_template: text },
      response: { id: z.int() },
      errors: malformed,
      handler: async ({ realm, user, params: { pattern, url_template: urlTemplate } }) => ({
        id: await addLinkifier(core, realm, user, { pattern, urlTemplate }),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/filters/{filter_id}',
      access: 'administrator',
      summary: 'Change a linkifier',
      params: { filter_id: path(id()), pattern: text, url_template: text },
      errors: [notFound, ...malformed],
      handler: ({ realm, user, params: { filter_id, pattern, url_template: urlTemplate } }) =>
        changeLinkifier(core, realm, user, filter_id, { pattern, urlTemplate }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/filters/{filter_id}',
      access: 'administrator',
      summary: 'Remove a linkifier',
      params: { filter_id: path(id()) },
      errors: [notFound],
      handler: ({ realm, user, params }) => removeLinkifier(core, realm, user, params.filter_id),
    }),
  ]
}

function playgroundRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/realm/playgrounds',
      access: 'administrator',
      summary: 'Add a playground for code of a language',
      params: { name: text, pygments_language: text, url_template: text },
      response: { id: z.int() },
      errors: [
        new ApiError('Invalid characters in pygments language'),
        new ApiError('Invalid URL template.'),
      ],
      handler: async ({ realm, user, params }) => ({ id: await addPlayground(core, realm, user, params) }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/playgrounds/{playground_id}',
      access: 'administrator',
      summary: 'Remove a playground',
      params: { playground_id: path(id()) },
      errors: [new ApiError('Invalid playground')],
      handler: ({ realm, user, params }) => removePlayground(core, realm, user, params.playground_id),
    }),
  ]
}

function domainRoutes({ core }: Services): Endpoint[] {
  const noEntry = new ApiError('No entry found for domain example.com.')
  return [
    endpoint({
      method: 'GET',
      path: '/realm/domains',
      access: 'user',
      summary: 'Get the domains whose addresses may join',
      response: { domains: z.array(domain).readonly() },
      handler: async ({ realm }) => ({ domains: realm.lists.domains }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/domains',
      access: 'owner',
      summary: 'Let addresses under a domain join',
      params: { domain: form(line()), allow_subdomains: form(z.boolean()) },
      response: { new_domain: z.tuple([z.int(), z.string()]) },
      errors: [new ApiError('Invalid domain: Domain must have at least one dot (.)')],
      handler: async ({ realm, user, params }) => ({
        new_domain: await addDomain(core, realm, user, params),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/domains/{domain}',
      access: 'owner',
      summary: "Decide whether addresses under a domain's subdomains may join",
      params: { domain: path(line()), allow_subdomains: form(z.boolean()) },
      errors: [noEntry],
      handler: ({ realm, user, params }) => changeDomain(core, realm, user, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/domains/{domain}',
      access: 'owner',
      summary: 'Let addresses under a domain join no more',
      params: { domain: path(line()) },
      errors: [noEntry],
      handler: ({ realm, user, params }) => removeDomain(core, realm, user, params.domain),
    }),
  ]
}
