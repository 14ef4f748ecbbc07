import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { useConfirmation } from '../forms/confirm-identity.tsx'
import { TextField } from '../forms/controls.tsx'
import { texts as peopleTexts } from '../forms/people-texts.ts'
import { Row } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isOnlyOwner } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { ApiKey } from './api-key.tsx'
import { useIsFixed } from './profile.tsx'
import { type SettingRow, SettingRows } from './setting-row.tsx'

const VISIBILITY: readonly SettingRow[] = [
  {
    setting: 'email_address_visibility',
    name: texts.emailVisibility,
    options: [
      { value: 1, name: texts.everyone },
      { value: 2, name: texts.members },
      { value: 5, name: texts.moderators },
      { value: 3, name: texts.administrators },
      { value: 4, name: texts.nobody },
    ],
  },
]
const PRIVACY: readonly SettingRow[] = [
  { setting: 'presence_enabled', name: texts.presence },
  { setting: 'send_read_receipts', name: texts.readReceipts },
  { setting: 'send_private_typing_notifications', name: texts.typingDirect },
  { setting: 'send_stream_typing_notifications', name: texts.typingChannel },
  { setting: 'allow_private_data_export', name: texts.privateExport },
]

export const Account = () => (
  <>
    <section>
      <h2>{texts.email}</h2>
      <EmailRow />
      <SettingRows rows={VISIBILITY} />
    </section>
    <section>
      <h2>{texts.privacy}</h2>
      <SettingRows rows={PRIVACY} />
    </section>
    <section>
      <h2>{texts.apiKey}</h2>
      <ApiKey />
    </section>
    <section>
      <h2>{texts.leave}</h2>
      <Leave />
    </section>
  </>
)

/** A new address counts after its confirmation, so that the field shows the old one until then. */
function EmailRow() {
  const store = useStore()
  const me = store.people.value.get(store.me)
  const isFixed = useIsFixed('email_changes_disabled')
  const { saving, save } = useSaving()
  const mailedTo = useSignal('')
  const { confirmed, dialog } = useConfirmation()
  const change = async (email: string) => {
    mailedTo.value = ''
    if (await save(() => confirmed(() => server.call('PATCH /settings', { email })))) mailedTo.value = email
  }
  const text = isFixed ? texts.emailFixed : mailedTo.value ? texts.emailSent(mailedTo.value) : texts.emailHint
  return (
    <>
      <Row name={texts.email} text={text} saving={saving.name === 'saved' ? { name: 'idle' } : saving}>
        {(ids) => (
          <TextField
            key={mailedTo.value}
            ids={ids}
            inputMode="email"
            value={me?.delivery_email ?? me?.email ?? ''}
            isFixed={isFixed}
            autocomplete="email"
            onSave={(email) => void change(email)}
          />
        )}
      </Row>
      {dialog}
    </>
  )
}

function Leave() {
  const store = useStore()
  const { saving, save } = useSaving()
  const me = store.people.value.get(store.me)
  const isLastOwner = me !== undefined && isOnlyOwner(store, me)
  const isAsking = useSignal(false)
  return (
    <>
      <p class="text">
        {isLastOwner ? `${peopleTexts.lastOwnerStays} ${peopleTexts.lastOwner}` : texts.leaveHint}
      </p>
      <button
        type="button"
        class="button risky"
        disabled={isLastOwner}
        onClick={() => {
          isAsking.value = true
        }}
      >
        {texts.leave}…
      </button>
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.leaveQuestion}
          warning={texts.leaveHint}
          action={texts.leaveNow}
          onConfirm={() => void save(() => server.call('DELETE /users/me'))}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}
