import type { AuthenticationMethod, Offer, Site } from '../../core/people/authentication/method.ts'
import { enabledMethods } from '../../core/people/authentication/methods.ts'
import { field, formError } from './fields.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './page.ts'
import { passkeyAttributes, passkeyControls } from './passkey-form.ts'

/**
 * The offers of the log-in page: a form for each offer of each method, those with fields first. `hidden`:
 * fields of every form. `methods`: the methods to offer, on a page of their own, whose forms go to `to`.
 * `error`: why the last attempt failed; it stands above the fields that were sent, else above all forms.
 */
export function offeredMethods(
  visit: Visit<'organization'>,
  site: Site,
  hidden: Html,
  methods?: readonly AuthenticationMethod[],
  to = '/login',
  error?: string,
): Html {
  // Without an action the form goes to the address of the page with its fragment, to which the log-in leads.
  const action = methods && html` action="${to}"`
  const shown = methods ?? enabledMethods(site.core, visit.realm)
  const all = shown.flatMap((method) => method.offers(site).map((offer) => ({ method, offer })))
  // A button behind a form of another method would look like a part of it.
  const isForm = ({ offer }: (typeof all)[number]) => offer.kind === 'form'
  const offers = [...all.filter(isForm), ...all.filter((one) => !isForm(one))]
  const tried = offers.findIndex(
    ({ method, offer }) => offer.kind === 'form' && method.name === visit.form.get('method'),
  )
  return html`${tried < 1 && formError(error)}${offers.map(
    (
      { method, offer },
      index,
    ) => html`<form method="post"${action}${offer.kind === 'passkey' && passkeyAttributes(offer.options)}>
${visit.csrf}${hidden}<input type="hidden" name="method" value="${method.name}"><input type="hidden" name="step" value="${offer.step}">
${index > 0 && index === tried && formError(error)}
${drawn(visit, method, offer, index === 0, index === Math.max(0, tried))}
</form>
`,
  )}`
}

function drawn(
  visit: Visit,
  method: AuthenticationMethod,
  offer: Offer,
  isFirst: boolean,
  hasFocus: boolean,
): Html {
  switch (offer.kind) {
    case 'form': {
      // After a wrong password the address is there already.
      const asksAgain = visit.form.get('method') === method.name
      return html`${offer.fields.map(({ name, label, type, autocomplete }, index) =>
        field({
          ...{ name, label: visit.t.of(label), type, autocomplete },
          id: isFirst ? name : `${method.name}-${name}`,
          value: type === 'password' ? undefined : visit.form.get(name),
          hasFocus: hasFocus && index === (asksAgain ? passwordIn(offer) : 0),
        }),
      )}
<button>${visit.t.of(offer.button)}</button>
${offer.forgottenPath && html`<p><a href="${offer.forgottenPath}">${visit.t('Forgot your password?')}</a></p>`}`
    }
    case 'button':
      return html`<button class="quiet">${offer.icon?.startsWith('/') && html`<img src="${offer.icon}" alt=""> `}${visit.t.of(offer.text)}</button>`
    case 'passkey':
      return passkeyControls(visit.t, visit.t.of(offer.text))
  }
}

const passwordIn = ({ fields }: Offer & { kind: 'form' }): number =>
  Math.max(
    0,
    fields.findIndex(({ type }) => type === 'password'),
  )
