import { createOrganization } from '../../core/organization/settings/create-organization.ts'
import { type CreationLink, CreationLinks } from '../../core/organization/settings/creation-link.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { isAddress } from '../../core/state/users/email.ts'
import type { Services } from '../services.ts'
import { field, problem } from './fields.ts'
import { html } from './html.ts'
import { type Page, page, type Redirect, type Shown, show, type Visit } from './page.ts'
import { hasFaults, type PersonFaults, personFaults, personFields } from './person-form.ts'

const OPEN = '/new'
const BY_LINK = '/new/{token}'

const ENDED: Readonly<Record<Exclude<CreationLink, 'valid'>, readonly [status: number, reason: string]>> = {
  used: [410, 'This link has been used: an organization was created by it.'],
  expired: [410, 'This link has expired. Ask the operator of the server for another one.'],
  unknown: [404, 'There is no such link. Check that all of it was copied.'],
}

/** Addresses that people take for the server's own. */
const RESERVED = new Set([
  'admin',
  'api',
  'auth',
  'help',
  'login',
  'mail',
  'new',
  'ops',
  'security',
  'static',
  'status',
  'support',
  'www',
])

interface Faults extends PersonFaults {
  readonly name?: string
  readonly subdomain?: string
  readonly email?: string
}

/** Creating an organization: by an operator's link, or, where the server lets people, by anybody. */
export function foundPages({ core, config }: Services): Page[] {
  const links = new CreationLinks(core.redis, config.secretKey)

  const refuse = () => {
    if (config.openRealmCreation) return
    throw new ApiError('Organizations are created by a link from the operator of this server.', {
      status: 403,
    })
  }

  /** `token` is undefined where anybody may. */
  async function create(visit: Visit, token: string | undefined): Promise<Shown | Redirect> {
    const faults = await faultsOf(visit, token === undefined)
    if (hasFaults(faults)) return formPage(visit, faults)
    const link = token === undefined ? 'valid' : await links.use(token)
    if (link !== 'valid') return endedPage(link)
    const text = (name: string) => (visit.form.get(name) ?? '').trim()
    try {
      if (token === undefined) await visit.countOrganization()
      const realm = await createOrganization(core, {
        name: text('name'),
        subdomain: text('subdomain').toLowerCase(),
        email: text('email'),
        fullName: text('full_name'),
        password: visit.form.get('password') ?? '',
        timezone: text('timezone'),
      })
      const url = realmUrl(realm.record, config.rootUrl)
      return show({
        title: `${realm.record.settings.name} is there`,
        body: html`<p class="done">You are its owner.</p><p>It is at <a href="${url}/login">${url}</a>: log in there.</p>`,
      })
    } catch (error) {
      if (token !== undefined) await links.giveBack(token)
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      return formPage(visit, {}, error.message)
    }
  }

  function formPage(visit: Visit, faults: Faults, message?: string): Shown {
    const { form } = visit
    const email = form.get('email') ?? ''
    const action = visit.path.token === undefined ? OPEN : `/new/${encodeURIComponent(visit.path.token)}`
    const where = visit.path.token === undefined ? '' : ` Empty for ${config.rootHost} itself.`
    const body = html`${problem(message)}
<form method="post" action="${action}">
${visit.csrf}
${field({ name: 'name', label: 'Name of the organization', value: form.get('name'), error: faults.name, autocomplete: 'organization', maxLength: 40, hasFocus: true })}
${field({
  name: 'subdomain',
  label: 'Address',
  value: form.get('subdomain'),
  hint: `What comes before .${config.rootHost}: letters, digits and hyphens.${where}`,
  error: faults.subdomain,
  isOptional: visit.path.token !== undefined,
})}
<h2>Its owner</h2>
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, error: faults.email, autocomplete: 'email' })}
${personFields(form, email, faults)}
<button>Create the organization</button>
</form>`
    const isWrong = message !== undefined || hasFaults(faults)
    return show({ title: 'Create an organization', body }, { status: isWrong ? 422 : 200 })
  }

  return [
    page({
      method: 'GET',
      path: OPEN,
      of: 'server',
      handler: (visit) => {
        refuse()
        return formPage(visit, {})
      },
    }),
    page({
      method: 'POST',
      path: OPEN,
      of: 'server',
      handler: (visit) => {
        refuse()
        return create(visit, undefined)
      },
    }),
    page({
      method: 'GET',
      path: BY_LINK,
      of: 'server',
      handler: async (visit) => {
        const link = await links.look(visit.path.token!)
        return link === 'valid' ? formPage(visit, {}) : endedPage(link)
      },
    }),
    page({
      method: 'POST',
      path: BY_LINK,
      of: 'server',
      handler: async (visit) => {
        const link = await links.look(visit.path.token!)
        return link === 'valid' ? create(visit, visit.path.token!) : endedPage(link)
      },
    }),
  ]
}

/** What can be told before anything is created; `isOpen`: whoever creates it is nobody's guest. */
async function faultsOf({ form }: Visit, isOpen: boolean): Promise<Faults> {
  const subdomain = (form.get('subdomain') ?? '').trim().toLowerCase()
  const isRefused = isOpen && (subdomain === '' || RESERVED.has(subdomain))
  return {
    ...(await personFaults(form, undefined)),
    name: (form.get('name') ?? '').trim() === '' ? 'Write down a name.' : undefined,
    subdomain: isRefused ? 'Choose another address.' : undefined,
    email: isAddress((form.get('email') ?? '').trim()) ? undefined : 'This is no e-mail address.',
  }
}

function endedPage(state: Exclude<CreationLink, 'valid'>): Shown {
  const [status, reason] = ENDED[state]
  return show({ title: 'This link cannot be followed', body: html`<p>${reason}</p>` }, { status })
}
