import { useComputed, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { RequestError } from '../client/index.ts'
import { texts } from '../forms/people-texts.ts'
import { closeOverlay } from '../parts/floating/overlay.ts'
import { usePlaced } from '../saving/use-placed.tsx'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { readAddresses } from './addresses.ts'
import { FIRST_OFFER, type Offer, parametersOf } from './offer.ts'
import { OfferFields } from './offer-fields.tsx'
import { BY_MAIL } from './places.ts'

/** The number of addresses that a list names before it says how many there are. */
const MOST_NAMED = 50

/**
 * Browsers take many seconds to insert thousands of pasted lines. From this length on, the page inserts them.
 */
const LONG_PASTE = 10_000

/** An address that the server did not invite, and why. */
type Refused = readonly [address: string, reason: string]

interface Outcome {
  readonly invited: number
  readonly refused: readonly Refused[]
}

/** The active people by their addresses in lower case, as far as the reader sees these. */
const membersOf = (store: Store): ReadonlySet<string> =>
  new Set(
    [...store.people.value.values()].flatMap(({ delivery_email, is_active }) =>
      is_active && delivery_email ? [delivery_email.toLowerCase()] : [],
    ),
  )

/**
 * Invites the addresses of a pasted list. Parts that are no address, and members, are named before
 * anything is sent.
 */
export function ByMail() {
  const store = useStore()
  const id = useId()
  const text = useSignal('')
  const offer = useSignal<Offer>(FIRST_OFFER)
  const tellsMe = useSignal(true)
  const outcome = useSignal<Outcome | undefined>(undefined)
  const { saving, save, at, problem, rest } = usePlaced(BY_MAIL)
  const found = useComputed(() => {
    const { good, wrong } = readAddresses(text.value)
    const members = membersOf(store)
    return {
      wrong,
      members: good.filter((address) => members.has(address.toLowerCase())),
      good: good.filter((address) => !members.has(address.toLowerCase())),
    }
  })
  if (outcome.value !== undefined) {
    return (
      <Report
        outcome={outcome.value}
        onAgain={() => {
          outcome.value = undefined
          text.value = ''
        }}
      />
    )
  }
  const { good, wrong, members } = found.value
  const left = wrong.length + members.length
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving' || good.length === 0 || left > 0) return
    void save(async () => {
      outcome.value = await invite(good, offer.value, tellsMe.value)
    })
  }
  return (
    <form class="invite-form" onSubmit={send}>
      <label for={at('addresses').id}>
        {texts.addresses}
        <textarea
          {...at('addresses')}
          class="field"
          rows={4}
          spellcheck={false}
          autocomplete="off"
          placeholder={texts.addressesHint}
          aria-describedby={`${id}-found ${at('addresses')['aria-describedby']}`}
          aria-invalid={wrong.length > 0 || at('addresses')['aria-invalid']}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? ''
            if (pasted.length < LONG_PASTE) return
            event.preventDefault()
            const { currentTarget: field } = event
            field.setRangeText(pasted, field.selectionStart, field.selectionEnd, 'end')
            text.value = field.value
          }}
        />
      </label>
      <div id={`${id}-found`} class="found" role="status">
        {text.value.trim() !== '' && <p>{texts.addressCount(good.length)}</p>}
        {wrong.length > 0 && <Named title={texts.wrongCount(wrong.length)} names={wrong} />}
        {members.length > 0 && <Named title={texts.memberCount(members.length)} names={members} />}
      </div>
      {left > 0 && (
        <button
          type="button"
          class="button"
          onClick={() => {
            text.value = good.join('\n')
            document.getElementById(at('addresses').id)?.focus()
          }}
        >
          {texts.leaveOut(left)}
        </button>
      )}
      {problem('addresses', texts.addresses)}
      <OfferFields offer={offer} placed={{ at, problem }} />
      <label class="check">
        <input
          type="checkbox"
          checked={tellsMe.value}
          onChange={({ currentTarget }) => {
            tellsMe.value = currentTarget.checked
          }}
        />
        {texts.tellMe}
      </label>
      {rest}
      <div class="buttons">
        <button type="button" class="button" onClick={() => closeOverlay(store)}>
          {t.cancel}
        </button>
        <button
          type="submit"
          class="button main"
          aria-disabled={saving.name === 'saving' || good.length === 0 || left > 0}
        >
          {texts.inviteCount(good.length)}
        </button>
      </div>
    </form>
  )
}

/** Addresses below their common fault. */
const Named = ({ title, names }: { title: string; names: readonly string[] }) => (
  <details open={names.length <= MOST_NAMED}>
    <summary>{title}</summary>
    <ul>
      {names.slice(0, MOST_NAMED).map((name) => (
        <li key={name} class="ellipsis" dir="auto">
          {name}
        </li>
      ))}
      {names.length > MOST_NAMED && <li>{texts.andMore(names.length - MOST_NAMED)}</li>}
    </ul>
  </details>
)

/** Invites addresses. Resolves to their outcomes; rejects when nobody was invited for another reason. */
async function invite(good: readonly string[], offer: Offer, tellsMe: boolean): Promise<Outcome> {
  try {
    await server.call('POST /invites', {
      invitee_emails: good.join('\n'),
      notify_referrer_on_join: tellsMe,
      ...parametersOf(offer),
    })
    return { invited: good.length, refused: [] }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const refused = (error.extra.errors ?? []) as readonly Refused[]
    if (refused.length === 0) throw error
    return { invited: error.extra.sent_invitations === true ? good.length - refused.length : 0, refused }
  }
}

function Report({ outcome: { invited, refused }, onAgain }: { outcome: Outcome; onAgain: () => void }) {
  const store = useStore()
  return (
    <div class="invite-form" role="status">
      <p>
        <strong>{texts.invitedCount(invited)}</strong>
      </p>
      {refused.length > 0 && (
        <>
          <p>{texts.notInvited(refused.length)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, also by keys. */}
          <section class="refused" tabIndex={0} aria-label={texts.notInvited(refused.length)}>
            <table>
              <tbody>
                {refused.map(([address, reason]) => (
                  <tr key={address}>
                    <th scope="row">{address}</th>
                    <td>{texts.reasons[reason as keyof typeof texts.reasons] ?? reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={onAgain}>
          {texts.inviteMore}
        </button>
        <button type="button" class="button main" onClick={() => closeOverlay(store)}>
          {t.close}
        </button>
      </div>
    </div>
  )
}
