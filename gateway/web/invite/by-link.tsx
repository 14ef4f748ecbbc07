import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../forms/people-texts.ts'
import { copy } from '../parts/copy.ts'
import { closeOverlay } from '../parts/floating/overlay.ts'
import { usePlaced } from '../saving/use-placed.tsx'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { FIRST_OFFER, type Offer, parametersOf } from './offer.ts'
import { OfferFields } from './offer-fields.tsx'
import { BY_LINK } from './places.ts'

/** Makes a link with which everybody who has it joins. */
export function ByLink() {
  const store = useStore()
  const id = useId()
  const offer = useSignal<Offer>(FIRST_OFFER)
  const link = useSignal('')
  const { saving, save, at, problem, rest } = usePlaced(BY_LINK)
  const make = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    void save(async () => {
      const { invite_link } = await server.call('POST /invites/multiuse', parametersOf(offer.value))
      link.value = invite_link
    })
  }
  if (link.value !== '') {
    return (
      <div class="invite-form">
        <label for={`${id}-link`}>{texts.yourLink}</label>
        <div class="made-link">
          <input
            id={`${id}-link`}
            class="field"
            readOnly
            value={link.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <button
            type="button"
            class="button main"
            onClick={() => void copy(store, link.value, texts.linkCopied)}
          >
            {texts.copyLink}
          </button>
        </div>
        <p>{texts.linkWarning}</p>
        <div class="buttons">
          <button
            type="button"
            class="button"
            onClick={() => {
              link.value = ''
            }}
          >
            {texts.anotherLink}
          </button>
          <button type="button" class="button" onClick={() => closeOverlay(store)}>
            {t.close}
          </button>
        </div>
      </div>
    )
  }
  return (
    <form class="invite-form" onSubmit={make}>
      <p>{texts.linkWarning}</p>
      <OfferFields offer={offer} placed={{ at, problem }} />
      {rest}
      <div class="buttons">
        <button type="button" class="button" onClick={() => closeOverlay(store)}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.makeLink}
        </button>
      </div>
    </form>
  )
}
