import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Select } from '../forms/controls.tsx'
import { useSaving } from '../forms/saving.ts'
import { texts } from '../forms/settings-texts.ts'
import { server } from '../store/requests/server.ts'
import { t } from '../texts/texts.ts'

const OUTGOING_WEBHOOK = 3

interface BotFormProps {
  /** The types that the reader may create. */
  readonly types: readonly (1 | 2 | 3)[]
  readonly onClose: () => void
}

/** Creates a bot of the reader. */
export function BotForm({ types, onClose }: BotFormProps) {
  const { saving, save } = useSaving()
  const fields = useSignal({ name: '', address: '', type: types[0]! as 1 | 2 | 3, url: '', format: 1 })
  const { name, address, type, url, format } = fields.value
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const set = (change: Partial<typeof fields.value>) => {
    fields.value = { ...fields.value, ...change }
  }
  const create = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const isDone = await save(() =>
      server.call('POST /bots', {
        full_name: name.trim(),
        short_name: address.trim(),
        bot_type: type,
        ...(type === OUTGOING_WEBHOOK && { payload_url: url.trim(), interface_type: format }),
      }),
    )
    if (isDone) onClose()
  }
  return (
    <form class="stacked new-bot" onSubmit={(event) => void create(event)}>
      <h3>{texts.createBot}</h3>
      <label>
        {texts.botName}
        <input
          ref={first}
          class="field"
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </label>
      <label>
        {texts.botAddress}
        <input
          class="field"
          required
          maxLength={60}
          value={address}
          autocapitalize="none"
          onInput={({ currentTarget }) => set({ address: currentTarget.value })}
        />
        <span class="text">{texts.botAddressHint}</span>
      </label>
      <label for={`${id}-type`}>
        {texts.botType}
        <Select
          ids={{ id: `${id}-type` }}
          value={type}
          options={types.map((value) => ({ value, name: texts.botTypes[value] }))}
          onChange={(chosen) => set({ type: chosen })}
        />
      </label>
      {type === OUTGOING_WEBHOOK && (
        <>
          <label>
            {texts.payloadUrl}
            <input
              class="field"
              type="url"
              required
              value={url}
              onInput={({ currentTarget }) => set({ url: currentTarget.value })}
            />
          </label>
          <label for={`${id}-format`}>
            {texts.payloadFormat}
            <Select
              ids={{ id: `${id}-format` }}
              value={format}
              options={[
                { value: 1, name: texts.ownFormat },
                { value: 2, name: texts.slackFormat },
              ]}
              onChange={(chosen) => set({ format: chosen })}
            />
          </label>
        </>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.createIt}
        </button>
      </div>
      <p class="problem" role="alert">
        {saving.name === 'failed' && saving.problem}
      </p>
    </form>
  )
}
