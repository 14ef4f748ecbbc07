import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../../client/index.ts'
import { copy } from '../../parts/copy.ts'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { usePlaced } from '../../saving/use-placed.tsx'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { briefly, dateOnlyOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { DIRECTORY_TOKEN } from './places.ts'
import { ReturnAddress } from './preset-steps.tsx'
import { providerTexts } from './texts.ts'

const texts = providerTexts.directories
type Tokens = Answer<'GET /realm/provisioning_tokens'>

interface DirectoriesProps {
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
}

/** The tokens with which directories of the company manage accounts and groups. */
export function Directories({ confirmed }: DirectoriesProps) {
  const store = useStore()
  const known = useSignal<Tokens | 'failed' | undefined>(undefined)
  const made = useSignal<string | undefined>(undefined)
  const name = useSignal('')
  const { saving, save, at, problem, rest } = usePlaced(DIRECTORY_TOKEN)
  const list = useListFocus<HTMLUListElement>('button')
  const load = () =>
    server.call('GET /realm/provisioning_tokens').then(
      (answer) => {
        known.value = answer
      },
      () => {
        known.value ??= 'failed'
      },
    )
  useEffect(() => void load(), [])
  const make = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving' || name.value.trim() === '') return
    void save(async () => {
      const given = { name: name.value }
      const { token } = await confirmed(() => server.call('POST /realm/provisioning_tokens', given))
      made.value = token
      name.value = ''
      await load()
    })
  }
  const revoke = (token_id: number) =>
    void save(async () => {
      await server.call('DELETE /realm/provisioning_tokens/{token_id}', { token_id })
      made.value = undefined
      await load()
    })
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const { value } = known
  return (
    <section class="directories">
      <h3>{texts.title}</h3>
      <p class="text">{texts.hint}</p>
      {value === 'failed' && (
        <p class="text" role="status">
          {t.loadFailedHint}{' '}
          <button type="button" class="button" onClick={() => void load()}>
            {t.tryAgain}
          </button>
        </p>
      )}
      {typeof value === 'object' && (
        <>
          <div class="register">
            <ReturnAddress label={texts.address} address={value.base_url} />
          </div>
          <ul class="chosen-list" aria-label={texts.list} {...list}>
            {value.tokens.map((token) => (
              <li key={token.id}>
                <span class="about">
                  <strong class="word">
                    <bdi>{token.name}</bdi>
                  </strong>
                  <span class="text">
                    {texts.times(
                      dateOnlyOf(token.created_at),
                      token.last_used_at === null ? undefined : briefly(token.last_used_at, uses24Hours),
                    )}
                  </span>
                </span>
                <RemoveButton
                  what={token.name}
                  warning={texts.revokeWarning}
                  onRemove={() => revoke(token.id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {made.value !== undefined && (
        <div class="made-token" role="status">
          <p class="text">{texts.once}</p>
          <code dir="ltr">{made.value}</code>
          <div class="buttons">
            <button type="button" class="button" onClick={() => void copy(store, made.value!, texts.copied)}>
              {texts.copy}
            </button>
          </div>
        </div>
      )}
      <form onSubmit={make}>
        <div class="stacked">
          <label for={at('name').id}>
            {texts.name}
            <input
              {...at('name')}
              class="field"
              type="text"
              maxLength={60}
              autocomplete="off"
              value={name.value}
              onInput={({ currentTarget }) => {
                name.value = currentTarget.value
              }}
            />
          </label>
          {problem('name', texts.name)}
        </div>
        <div class="buttons">
          <button type="submit" class="button" aria-disabled={name.value.trim() === ''}>
            {texts.make}
          </button>
        </div>
        {rest}
      </form>
    </section>
  )
}
