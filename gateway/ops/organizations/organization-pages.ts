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
import { withDeadline } from '../with-deadline.ts'
import { COSTS, type Cost, type OrganizationCosts, organizationCosts, SHOWN } from './organization-costs.ts'

/** `/ops/organizations`: those that cost most of each resource, and a limit for one of them. */
export function organizationPages({ core }: Services, fleet: Fleet): OperatorPage[] {
  return [
    {
      method: 'GET',
      pattern: '/ops/organizations',
      handle: async ({ query }) => {
        const by = COSTS.find((cost) => cost === query.get('by')) ?? 'processor'
        const { processes } = await fleet.figures()
        const all = await withDeadline(organizationCosts(core.db, processes))
        return operatorPage('/ops/organizations', 'Organizations', refreshing(costTable(all, by)))
      },
    },
    {
      method: 'GET',
      pattern: '/ops/organizations/:id',
      handle: async ({ path }) => {
        const realm = await find(path[0])
        const limit = realm.record.maxRequestsPerMinute
        return operatorPage(
          '/ops/organizations',
          realm.record.settings.name,
          html`<p>Requests of its people beyond the limit are answered 429. Clients wait and try again. Receiving of events is not limited.
${limit === null ? 'It has no limit of its own.' : `The limit is ${limit} requests a minute.`}</p>
<form method="post" action="/ops/organizations/${realm.id}/limit" class="narrow"><div class="field"><label for="limit">Requests a minute</label>
<input id="limit" name="limit" inputmode="numeric" pattern="[0-9]*" value="${limit ?? ''}" aria-describedby="limit-hint">
<p class="hint" id="limit-hint">From 1 to ${MAX_REQUEST_LIMIT}. Empty: no limit.</p></div>
<p class="bar"><button>Set the limit</button> <a href="/ops/organizations">Cancel</a></p></form>`,
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

const LABELS: Readonly<Record<Cost, string>> = {
  processor: 'Processor time',
  requests: 'Requests',
  sends: 'Messages sent',
  deliveries: 'Events delivered',
  writes: 'Writes to Postgres',
  jobs: 'Jobs',
  storage: 'Stored files',
}

function costTable(all: readonly OrganizationCosts[], by: Cost): Html {
  const shown = [...all].sort((a, b) => b.costs[by] - a.costs[by] || a.realm - b.realm).slice(0, SHOWN)
  if (shown.length === 0)
    return html`<section data-part="costs" aria-label="Organizations by cost"><p>No organization has used the server in the last minute, and none stores files.</p></section>`
  const heads = COSTS.map(
    (cost) =>
      html`<th scope="col" class="number"${cost === by && html` aria-sort="descending"`}><a href="/ops/organizations?by=${cost}">${LABELS[cost]}</a></th>`,
  )
  const rows = shown.map(
    ({
      realm,
      name,
      limit,
      costs,
    }) => html`<tr><th scope="row"><a href="/ops/organizations/${realm}">${name}</a></th>
${COSTS.map((cost) => html`<td class="number" data-column="${LABELS[cost]}">${amount(cost, costs[cost])}</td>`)}
<td class="number" data-column="Limit">${limit === null ? 'none' : `${limit}/min`}</td></tr>`,
  )
  return html`<section data-part="costs" aria-label="Organizations by cost">
<p>What organizations cost in the last minute: the ${SHOWN} with most of the chosen figure. Choose a name to set a limit.</p>
<table class="stacked"><caption>Sorted by: ${LABELS[by]}. Processor time is estimated by what each process was made to do.</caption>
<thead><tr><th scope="col">Organization</th>${heads}<th scope="col" class="number">Limit</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

function amount(cost: Cost, value: number): string {
  if (cost === 'processor') return `${value.toFixed(value < 10 ? 2 : 0)} s`
  if (cost === 'storage') return `${(value / 1024 / 1024).toFixed(1)} MiB`
  return value.toLocaleString('en-US')
}
