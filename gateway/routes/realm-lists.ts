import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import { addDomain, changeDomain, removeDomain } from '../../core/organization/domains/change.ts'
import { noSuchDomain } from '../../core/organization/domains/errors.ts'
import {
  addLinkifier,
  changeLinkifier,
  orderLinkifiers,
  removeLinkifier,
} from '../../core/organization/linkifiers/change.ts'
import { noSuchLinkifier } from '../../core/organization/linkifiers/errors.ts'
import { addPlayground, removePlayground } from '../../core/organization/playgrounds/change.ts'
import { noSuchPlayground } from '../../core/organization/playgrounds/errors.ts'
import {
  badRegularExpression,
  invalidCharactersInLanguage,
  invalidUrlTemplate,
} from '../../core/state/linkifiers/errors.ts'
import { wireLinkifier } from '../../core/state/linkifiers/linkifier.ts'
import { invalidDomain } from '../../core/state/realm/errors.ts'
import { domain, linkifier } from '../../core/state/wire/realm-lists.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path } from '../http/parameter.ts'

/** A pattern or template. The limit is generous; core rejects patterns that are too complex. */
const text = form(z.string().max(4_000))

export const realmListRoutes = () => [...linkifierRoutes(), ...playgroundRoutes(), ...domainRoutes()] as const

function linkifierRoutes() {
  const notFound = noSuchLinkifier()
  const malformed = [badRegularExpression('missing closing )'), invalidUrlTemplate()]
  return [
    endpoint({
      method: 'GET',
      path: '/realm/linkifiers',
      access: 'user',
      summary: 'Get the linkifiers in the order in which they are applied',
      response: { linkifiers: z.array(linkifier) },
      handler: async ({ realm }) => ({ linkifiers: realm.lists.linkifiers.map(wireLinkifier) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/linkifiers',
      access: 'administrator',
      summary: 'Reorder the linkifiers',
      params: { ordered_linkifier_ids: json(z.array(id()).max(MAX_ITEMS_PER_REQUEST)) },
      handler: ({ caller, params }) => orderLinkifiers(caller, params.ordered_linkifier_ids),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/filters',
      access: 'administrator',
      summary: 'Add a linkifier',
      params: { pattern: text, url_template: text },
      response: { id: z.int() },
      errors: malformed,
      handler: async ({ caller, params: { pattern, url_template: urlTemplate } }) => ({
        id: await addLinkifier(caller, { pattern, urlTemplate }),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/filters/{filter_id}',
      access: 'administrator',
      summary: 'Change a linkifier',
      params: { filter_id: path(id()), pattern: text, url_template: text },
      errors: [notFound, ...malformed],
      handler: ({ caller, params: { filter_id, pattern, url_template: urlTemplate } }) =>
        changeLinkifier(caller, filter_id, { pattern, urlTemplate }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/filters/{filter_id}',
      access: 'administrator',
      summary: 'Remove a linkifier',
      params: { filter_id: path(id()) },
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
      params: { name: text, pygments_language: text, url_template: text },
      response: { id: z.int() },
      errors: [invalidCharactersInLanguage(), invalidUrlTemplate()],
      handler: async ({ caller, params }) => ({ id: await addPlayground(caller, params) }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/playgrounds/{playground_id}',
      access: 'administrator',
      summary: 'Remove a code playground',
      params: { playground_id: path(id()) },
      errors: [noSuchPlayground()],
      handler: ({ caller, params }) => removePlayground(caller, params.playground_id),
    }),
  ] as const
}

function domainRoutes() {
  const notFound = noSuchDomain('example.com')
  return [
    endpoint({
      method: 'GET',
      path: '/realm/domains',
      access: 'user',
      summary: 'Get the email domains that may join',
      response: { domains: z.array(domain).readonly() },
      handler: async ({ realm }) => ({ domains: realm.lists.domains }),
    }),
    endpoint({
      method: 'POST',
      path: '/realm/domains',
      access: 'owner',
      summary: 'Allow an email domain to join',
      params: { domain: form(line()), allow_subdomains: form(z.boolean()) },
      response: { new_domain: z.tuple([z.int(), z.string()]) },
      errors: [invalidDomain('Domain must have at least one dot (.)')],
      handler: async ({ caller, params }) => ({
        new_domain: await addDomain(caller, params),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/realm/domains/{domain}',
      access: 'owner',
      summary: 'Allow or forbid the subdomains of an email domain to join',
      params: { domain: path(line()), allow_subdomains: form(z.boolean()) },
      errors: [notFound],
      handler: ({ caller, params }) => changeDomain(caller, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/domains/{domain}',
      access: 'owner',
      summary: 'Remove an email domain that may join',
      params: { domain: path(line()) },
      errors: [notFound],
      handler: ({ caller, params }) => removeDomain(caller, params.domain),
    }),
  ] as const
}
