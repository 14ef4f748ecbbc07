import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Select } from '../forms/controls.tsx'
import { texts } from '../forms/settings-texts.ts'
import { usePlaced } from '../saving/use-placed.tsx'
import { server } from '../store/requests/server.ts'
import { t } from '../texts/texts.ts'
import { NEW_BOT } from './places.ts'

const OUTGOING_WEBHOOK = 3

interface BotFormProps {
  /** The types that the reader may create. */
  readonly types: readonly (1 | 2 | 3)[]
  readonly onClose: () => void
}

/** Creates a bot of the reader. */
export function BotForm({ types, onClose }: BotFormProps) {
  const { saving, save, at, problem, rest } = usePlaced(NEW_BOT)
  const fields = useSignal({ name: '', address: '', type: types[0]! as 1 | 2 | 3, url: '', format: 1 })
  const { name, address, type, url, format } = fields.value
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
          {...at('full_name')}
          ref={first}
          class="field"
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </label>
      {problem('full_name', texts.botName)}
      <label>
        {texts.botAddress}
        <input
          {...at('short_name')}
          class="field"
          required
          maxLength={60}
          value={address}
          autocapitalize="none"
          onInput={({ currentTarget }) => set({ address: currentTarget.value })}
        />
        <span class="text">{texts.botAddressHint}</span>
      </label>
      {problem('short_name', texts.botAddress)}
      <label for={at('bot_type').id}>
        {texts.botType}
        <Select
          ids={at('bot_type')}
          value={type}
          options={types.map((value) => ({ value, name: texts.botTypes[value] }))}
          onChange={(chosen) => set({ type: chosen })}
        />
      </label>
      {problem('bot_type', texts.botType)}
      {type === OUTGOING_WEBHOOK && (
        <>
          <label>
            {texts.payloadUrl}
            <input
              {...at('payload_url')}
              class="field"
              type="url"
              required
              value={url}
              onInput={({ currentTarget }) => set({ url: currentTarget.value })}
            />
          </label>
          {problem('payload_url', texts.payloadUrl)}
          <label for={at('interface_type').id}>
            {texts.payloadFormat}
            <Select
              ids={at('interface_type')}
              value={format}
              options={[
                { value: 1, name: texts.ownFormat },
                { value: 2, name: texts.slackFormat },
              ]}
              onChange={(chosen) => set({ format: chosen })}
            />
          </label>
          {problem('interface_type', texts.payloadFormat)}
        </>
      )}
      {rest}
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.createIt}
        </button>
      </div>
    </form>
  )
}
