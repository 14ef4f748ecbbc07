import { createOrganization } from '../../core/organization/settings/create-organization.ts'
import { type CreationLink, CreationLinks } from '../../core/organization/settings/creation-link.ts'
import { FounderEntries, founderPath } from '../../core/organization/settings/founder-entry.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { isAddress, pastedAddress } from '../../core/state/realm/email.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import type { Services } from '../services.ts'
import { creationLinkRequired } from './errors.ts'
import { field, formError } from './fields.ts'
import { html } from './html.ts'
import { type Page, page, type Redirect, type ShownPage, seeOther, show, type Visit } from './page.ts'
import { hasFaults, type PersonFaults, personFaults, personFields } from './person-form.ts'
import { chosenLanguage } from './texts/language.ts'
import type { Say, Sentence } from './texts/say.ts'

const OPEN = '/new'
const BY_LINK = '/new/{token}'
/** Logs in the founder, at the address of the organization. */
const BEGIN = founderPath('{token}')

const ENDED: Readonly<Record<Exclude<CreationLink, 'valid'>, readonly [status: number, reason: Sentence]>> = {
  used: [410, 'This link has been used to create an organization.'],
  expired: [410, 'This link has expired. Ask the operator of the server for a new one.'],
  unknown: [404, 'This link does not exist. Check that you copied all of it.'],
}

/** Subdomains that people could take for addresses of the server itself. */
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

/**
 * Creates an organization: by a link from the operator or, where OPEN_REALM_CREATION allows it, by anybody.
 */
export function createOrganizationPages({ core, config }: Services): Page[] {
  const links = new CreationLinks(core.redis, config.secretKey)
  const entries = new FounderEntries(core.redis)

  const requireOpenCreation = () => {
    if (!config.openRealmCreation) throw creationLinkRequired()
  }

  /** `token` is undefined for a creation without a link. */
  async function create(visit: Visit, token: string | undefined): Promise<ShownPage | Redirect> {
    const faults = await faultsOf(visit, token === undefined)
    if (hasFaults(faults)) return formPage(visit, faults)
    const link = token === undefined ? 'valid' : await links.use(token)
    if (link !== 'valid') return endedPage(visit.t, link)
    const text = (name: string) => (visit.form.get(name) ?? '').trim()
    try {
      if (token === undefined) await visit.countOrganization()
      const { realm, owner } = await createOrganization(core, {
        name: text('name'),
        subdomain: text('subdomain').toLowerCase(),
        email: text('email'),
        fullName: text('full_name'),
        password: visit.form.get('password') ?? '',
        timezone: text('timezone'),
        language: chosenLanguage(visit.browser.cookie),
      })
      return readyPage(visit.t, realm.record, await entries.issue(realm.id, owner.id), false)
    } catch (error) {
      if (token !== undefined) await links.release(token)
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      return formPage(visit, {}, error.message)
    }
  }

  /**
   * Leads the founder into the organization with a token, by a form: a GET uses nothing up. `isThere`:
   * whether the page is at the address of the organization.
   */
  function readyPage(t: Say, realm: RealmRecord, token: string, isThere: boolean): ShownPage {
    const url = realmUrl(realm, config.rootUrl)
    const target = isThere ? '' : url
    const { name } = realm.settings
    const address = html`<a href="${url}/login">${url}</a>`
    return show(
      {
        title: t('{name} is ready', { name }),
        body: html`<p class="done">${t('You are its owner.')}</p>
<form method="post" action="${target}${founderPath(token)}"><button>${t('Open {name}', { name })}</button> <button class="quiet" name="next" value="history">${t('Bring your history from another product')}</button></form>
<p>${t.html('Later, log in at {address}.', { address })}</p>`,
      },
      { formTarget: target || undefined },
    )
  }

  function formPage(visit: Visit, faults: Faults, message?: string): ShownPage {
    const { form, t } = visit
    const email = form.get('email') ?? ''
    const action = visit.path.token === undefined ? OPEN : `/new/${encodeURIComponent(visit.path.token)}`
    const host = config.rootHost
    const partHint = t('The part before .{host}: letters, digits and hyphens.', { host })
    const emptyHint =
      visit.path.token === undefined ? '' : ` ${t('Leave it empty to use {host} itself.', { host })}`
    const wrong = (fault: string | undefined) => fault && t.of(fault)
    const body = html`${formError(wrong(message))}
<form method="post" action="${action}">
${visit.csrf}
${field({
  name: 'name',
  label: t('Name of the organization'),
  value: form.get('name'),
  error: wrong(faults.name),
  autocomplete: 'organization',
  maxLength: 40,
  hasFocus: true,
})}
${field({
  name: 'subdomain',
  label: t('Address'),
  value: form.get('subdomain'),
  hint: `${partHint}${emptyHint}`,
  error: wrong(faults.subdomain),
  isOptional: visit.path.token !== undefined,
})}
<h2>${t('Owner')}</h2>
${field({ name: 'email', label: t('E-mail address'), type: 'email', value: email, error: wrong(faults.email), autocomplete: 'email' })}
${personFields(visit, email, faults)}
<button>${t('Create organization')}</button>
</form>`
    const isWrong = message !== undefined || hasFaults(faults)
    return show({ title: t('Create an organization'), body }, { status: isWrong ? 422 : 200 })
  }

  return [
    page({
      method: 'GET',
      path: OPEN,
      scope: 'server',
      handler: (visit) => {
        requireOpenCreation()
        return formPage(visit, {})
      },
    }),
    page({
      method: 'POST',
      path: OPEN,
      scope: 'server',
      handler: (visit) => {
        requireOpenCreation()
        return create(visit, undefined)
      },
    }),
    page({
      method: 'GET',
      path: BY_LINK,
      scope: 'server',
      handler: async (visit) => {
        const link = await links.stateOf(visit.path.token!)
        return link === 'valid' ? formPage(visit, {}) : endedPage(visit.t, link)
      },
    }),
    page({
      method: 'POST',
      path: BY_LINK,
      scope: 'server',
      handler: async (visit) => {
        const link = await links.stateOf(visit.path.token!)
        return link === 'valid' ? create(visit, visit.path.token!) : endedPage(visit.t, link)
      },
    }),
    page({
      method: 'GET',
      path: BEGIN,
      scope: 'organization',
      handler: async ({ realm, path, t }) => {
        const token = path.token!
        return (await entries.isValid(realm.id, token))
          ? readyPage(t, realm.record, token, true)
          : seeOther('/login')
      },
    }),
    page({
      method: 'POST',
      path: BEGIN,
      scope: 'organization',
      csrf: false, // the address is a secret that authorizes the request
      handler: async (visit) => {
        const { realm } = visit
        const id = await entries.redeem(realm.id, visit.path.token!)
        if (id === undefined) return seeOther('/login')
        await realm.sync()
        const owner = realm.users.get(id)
        if (!owner?.isActive) return seeOther('/login')
        const first = visit.form.get('next') === 'history' ? '/#organization/bring-history' : '/#begin'
        return seeOther(first, await visit.startSession(owner))
      },
    }),
  ]
}

/** The errors of the form. `isOpen`: the visitor has no link, so some subdomains are refused. */
async function faultsOf({ form }: Visit, isOpen: boolean): Promise<Faults> {
  const subdomain = (form.get('subdomain') ?? '').trim().toLowerCase()
  const isRefused = isOpen && (subdomain === '' || RESERVED.has(subdomain))
  return {
    ...(await personFaults(form, undefined)),
    name: (form.get('name') ?? '').trim() === '' ? 'Enter a name.' : undefined,
    subdomain: isRefused ? 'Choose another address.' : undefined,
    email: isAddress(pastedAddress(form.get('email') ?? '')) ? undefined : 'This is not an email address.',
  }
}

function endedPage(t: Say, state: Exclude<CreationLink, 'valid'>): ShownPage {
  const [status, reason] = ENDED[state]
  return show({ title: t('This link is no longer valid'), body: html`<p>${t(reason)}</p>` }, { status })
}
