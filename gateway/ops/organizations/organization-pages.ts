import { MAX_REQUEST_LIMIT } from '../../../config/limits.ts'
import { limitRequests } from '../../../core/organization/settings/limit-requests.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Services } from '../../services.ts'
import { noSuchOrganization, wrongLimit } from '../errors.ts'
import type { Fleet } from '../fleet.ts'
import { operatorPage, refreshing, seeOther } from '../operator-document.ts'
import { noteAction } from '../operator-log.ts'
import type { OperatorPage } from '../operator-pages.ts'
import type { OperatorSay } from '../texts/say.ts'
import { withDeadline } from '../with-deadline.ts'
import { COSTS, type Cost, type OrganizationCosts, organizationCosts, SHOWN } from './organization-costs.ts'

/** `/ops/organizations`: those that cost most of each resource, and a limit for one of them. */
export function organizationPages({ core }: Services, fleet: Fleet): OperatorPage[] {
  return [
    {
      method: 'GET',
      pattern: '/ops/organizations',
      handle: async ({ query, t }) => {
        const by = COSTS.find((cost) => cost === query.get('by')) ?? 'processor'
        const { processes } = await fleet.figures()
        const all = await withDeadline(organizationCosts(core.db, processes))
        return operatorPage('/ops/organizations', t('Organizations'), refreshing(costTable(all, by, t), t), t)
      },
    },
    {
      method: 'GET',
      pattern: '/ops/organizations/:id',
      handle: async ({ path, t }) => {
        const realm = await find(path[0])
        const limit = realm.record.maxRequestsPerMinute
        return operatorPage(
          '/ops/organizations',
          realm.record.settings.name,
          html`<p>${t('Requests of its people beyond the limit are answered 429. Clients wait and try again. Receiving of events is not limited.')}
${limit === null ? t('It has no limit of its own.') : t('The limit is {count} requests a minute.', { count: limit })}</p>
<form method="post" action="/ops/organizations/${realm.id}/limit" class="narrow"><div class="field"><label for="limit">${t('Requests a minute')}</label>
<input id="limit" name="limit" inputmode="numeric" pattern="[0-9]*" value="${limit ?? ''}" aria-describedby="limit-hint">
<p class="hint" id="limit-hint">${t('From 1 to {most}. Empty: no limit.', { most: MAX_REQUEST_LIMIT })}</p></div>
<p class="bar"><button>${t('Set the limit')}</button> <a href="/ops/organizations">${t('Cancel')}</a></p></form>`,
          t,
        )
      },
    },
    {
      method: 'POST',
      pattern: '/ops/organizations/:id/limit',
      handle: async ({ path, body }) => {
        const realm = await find(path[0])
        const given = new URLSearchParams(body.toString()).get('limit')
        if (given === null || !/^\d{0,7}$/.test(given)) throw wrongLimit(MAX_REQUEST_LIMIT)
        const limit = given === '' ? null : Number(given)
        if (limit !== null && (limit < 1 || limit > MAX_REQUEST_LIMIT)) throw wrongLimit(MAX_REQUEST_LIMIT)
        await limitRequests(core, realm, limit)
        const { name } = realm.record.settings
        const what =
          limit === null
            ? `removes the request limit of ${name}`
            : `limits ${name} to ${limit} requests a minute`
        await noteAction(core, what, { realm: realm.id, limit })
        return seeOther('/ops/organizations')
      },
    },
  ]

  async function find(id = '') {
    const realm = /^\d{1,9}$/.test(id) ? await core.realms.get(Number(id) as RealmId) : undefined
    if (realm === undefined) throw noSuchOrganization()
    return realm
  }
}

const LABELS = {
  processor: 'Processor time',
  requests: 'Requests',
  sends: 'Messages sent',
  deliveries: 'Events delivered',
  writes: 'Writes to Postgres',
  jobs: 'Jobs',
  storage: 'Stored files',
} as const satisfies Readonly<Record<Cost, string>>

function costTable(all: readonly OrganizationCosts[], by: Cost, t: OperatorSay): Html {
  const shown = [...all].sort((a, b) => b.costs[by] - a.costs[by] || a.realm - b.realm).slice(0, SHOWN)
  if (shown.length === 0)
    return html`<section data-part="costs" aria-label="${t('Organizations by cost')}"><p>${t('No organization has used the server in the last minute, and none stores files.')}</p></section>`
  const heads = COSTS.map(
    (cost) =>
      html`<th scope="col" class="number"${cost === by && html` aria-sort="descending"`}><a href="/ops/organizations?by=${cost}">${t(LABELS[cost])}</a></th>`,
  )
  const rows = shown.map(
    ({
      realm,
      name,
      limit,
      costs,
    }) => html`<tr><th scope="row"><a href="/ops/organizations/${realm}">${name}</a></th>
${COSTS.map((cost) => html`<td class="number" data-column="${t(LABELS[cost])}">${amount(cost, costs[cost], t)}</td>`)}
<td class="number" data-column="${t('Limit')}">${limit === null ? t('none') : t('{count}/min', { count: limit })}</td></tr>`,
  )
  return html`<section data-part="costs" aria-label="${t('Organizations by cost')}">
<p>${t('What organizations cost in the last minute: the {count} with most of the chosen figure. Choose a name to set a limit.', { count: SHOWN })}</p>
<table class="stacked"><caption>${t('Sorted by: {cost}. Processor time is estimated by what each process was made to do.', { cost: t(LABELS[by]) })}</caption>
<thead><tr><th scope="col">${t('Organization')}</th>${heads}<th scope="col" class="number">${t('Limit')}</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

const NUMBERS = { en: 'en-US', de: 'de-DE' } as const

function amount(cost: Cost, value: number, t: OperatorSay): string {
  const number = (digits: number, of = value) =>
    of.toLocaleString(NUMBERS[t.language], { minimumFractionDigits: digits, maximumFractionDigits: digits })
  if (cost === 'storage') return `${number(1, value / 1024 / 1024)} MiB`
  if (cost === 'processor') return `${number(value < 10 ? 2 : 0)} s`
  return number(0)
}
