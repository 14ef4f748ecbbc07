import { useSignal } from '@preact/signals'
import { Select } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { copy } from '../parts/copy.ts'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { permissionsOn } from './permissions.ts'
import { texts } from './texts.ts'
import { holdersOf } from './who-may.tsx'

/** The value for the notification bot as the sender. */
const NOTIFICATION_BOT = 0

/** The address whose mails are posted in the channel. It is a secret, so it shows when it is asked for. */
export function EmailAddressRow({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const address = useSignal<string | undefined>(undefined)
  const sender = useSignal(NOTIFICATION_BOT)
  const { canPost } = permissionsOn(store, channel)
  const { stream_id } = channel
  const fetch = (by: number) => {
    sender.value = by
    void save(async () => {
      const parameters = { stream_id, ...(by !== NOTIFICATION_BOT && { sender_id: by }) }
      address.value = (await server.call('GET /streams/{stream_id}/email_address', parameters)).email
    })
  }
  const own = [...store.people.value.values()].filter(
    ({ user_id, bot_owner_id, is_active }) =>
      is_active && (user_id === store.me || bot_owner_id === store.me),
  )
  const shown = saving.name === 'saved' ? ({ name: 'idle' } as const) : saving
  return (
    <Row
      name={texts.email}
      text={
        canPost
          ? texts.emailHint
          : texts.mayNotPost(holdersOf(store, { group: channel.can_send_message_group }))
      }
      saving={shown}
      isTall
    >
      {({ id, ...ids }) =>
        address.value === undefined ? (
          <button
            {...ids}
            id={id}
            type="button"
            class="button"
            aria-label={texts.showEmail}
            disabled={!canPost}
            onClick={() => fetch(NOTIFICATION_BOT)}
          >
            {texts.showEmail}
          </button>
        ) : (
          <>
            <Select
              ids={{}}
              label={texts.emailSender}
              value={sender.value}
              options={[
                { value: NOTIFICATION_BOT, name: texts.notificationBot },
                ...own.map(({ user_id, full_name }) => ({ value: user_id, name: full_name })),
              ]}
              onChange={fetch}
            />
            <span class="secret-key">
              <input
                {...ids}
                id={id}
                class="field"
                readOnly
                value={address.value}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
              <button
                type="button"
                class="button"
                onClick={() => void copy(store, address.value!, texts.emailCopied)}
              >
                {texts.copy}
              </button>
            </span>
          </>
        )
      }
    </Row>
  )
}
