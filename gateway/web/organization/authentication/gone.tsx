import { useSignal } from '@preact/signals'
import type { Answer } from '../../client/index.ts'
import { Confirm } from '../../forms/confirm.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { server } from '../../store/requests/server.ts'
import { providerTexts as texts } from './texts.ts'

interface GoneProps {
  readonly id: number
  readonly confirmed: <T>(call: () => Promise<T>) => Promise<T>
}

/**
 * Compares the accounts with the people of a directory, and deactivates who is gone once the owner says so.
 */
export function Gone({ id: provider_id, confirmed }: GoneProps) {
  const { saving, save } = useSaving()
  const found = useSignal<Answer<'GET /realm/log_in_providers/{provider_id}/gone'> | undefined>(undefined)
  const deactivated = useSignal<number | undefined>(undefined)
  const isAsked = useSignal(false)
  const compare = () =>
    save(async () => {
      found.value = undefined
      deactivated.value = undefined
      found.value = await server.call('GET /realm/log_in_providers/{provider_id}/gone', { provider_id })
    })
  const deactivate = (user_ids: number[]) =>
    save(async () => {
      const answer = await confirmed(() =>
        server.call('POST /realm/log_in_providers/{provider_id}/gone', { provider_id, user_ids }),
      )
      found.value = undefined
      deactivated.value = answer.deactivated.length
    })
  const { value } = found
  return (
    <div class="tested">
      <button type="button" class="button" onClick={() => void compare()}>
        {texts.compare}
      </button>
      <p class="text" role="status">
        {saving.name === 'saving' && texts.testing}
        {value !== undefined && texts.goneCount(value.gone.length, value.accounts)}
        {value?.too_many === true && ` ${texts.tooManyGone}`}
        {deactivated.value !== undefined && texts.deactivated(deactivated.value)}
      </p>
      {value !== undefined && value.gone.length > 0 && (
        <>
          <ul class="gone">
            {value.gone.map(({ user_id, full_name }) => (
              <li key={user_id} dir="auto">
                {full_name}
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.deactivateAction}…
          </button>
        </>
      )}
      {isAsked.value && value !== undefined && (
        <Confirm
          title={texts.deactivateQuestion(value.gone.length)}
          warning={texts.deactivateWarning}
          action={texts.deactivateAction}
          onConfirm={() => void deactivate(value.gone.map(({ user_id }) => user_id))}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
      <Problem saving={saving} />
    </div>
  )
}
