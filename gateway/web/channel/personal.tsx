import BellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import { Select, Switch } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import type { Subscription } from '../model/wire.ts'
import { Blank } from '../parts/blank.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { permissionsOn } from './permissions.ts'
import { SubscribeButton } from './subscribe-button.tsx'
import { texts } from './texts.ts'

/** The settings of a channel that inherit a setting of the reader while they are null. */
const NOTIFICATIONS = [
  ['desktop_notifications', 'enable_stream_desktop_notifications', texts.desktop],
  ['audible_notifications', 'enable_stream_audible_notifications', texts.sound],
  ['push_notifications', 'enable_stream_push_notifications', texts.push],
  ['email_notifications', 'enable_stream_email_notifications', texts.mail],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify', texts.wildcards],
] as const

/** How a channel looks and notifies the reader alone. */
export function Personal({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const subscription = store.channels.value.get(channel.stream_id)
  if (subscription === undefined) {
    const { canSubscribe } = permissionsOn(store, channel)
    return (
      <Blank
        icon={BellOff}
        title={texts.notSubscribed}
        hint={canSubscribe ? texts.notSubscribedHint : texts.mayNotSubscribe}
      >
        <SubscribeButton channel={channel} />
      </Blank>
    )
  }
  return (
    <>
      <section>
        <h2>{texts.look}</h2>
        <ColorRow subscription={subscription} />
        <SwitchRow subscription={subscription} property="pin_to_top" name={texts.pin} />
        <SwitchRow subscription={subscription} property="is_muted" name={texts.mute} text={texts.muteHint} />
      </section>
      <section>
        <h2>{texts.notifications}</h2>
        {NOTIFICATIONS.map(([property, general, name]) => (
          <NotificationRow
            key={property}
            subscription={subscription}
            property={property}
            isGenerallyOn={store.settings.value[general]}
            name={name}
          />
        ))}
      </section>
    </>
  )
}

/** A property of the subscription: its value, and a function that changes it. */
function useProperty<Name extends keyof Subscription>({ stream_id, ...own }: Subscription, property: Name) {
  const { saving, save } = useSaving()
  const { value, choose } = useChosen((own as Subscription)[property], saving)
  const change = (chosen: Subscription[Name]) => {
    choose(chosen)
    return save(() =>
      server.call(
        'POST /users/me/subscriptions/properties',
        { subscription_data: [{ stream_id, property: property as 'color', value: chosen as string }] },
        { isRepeatable: true },
      ),
    )
  }
  return { value, saving, change }
}

function ColorRow({ subscription }: { subscription: Subscription }) {
  const { value, saving, change } = useProperty(subscription, 'color')
  return (
    <Row name={texts.color} saving={saving}>
      {(ids) => (
        <input
          {...ids}
          type="color"
          value={value}
          onChange={({ currentTarget }) => void change(currentTarget.value)}
        />
      )}
    </Row>
  )
}

interface SwitchRowProps {
  readonly subscription: Subscription
  readonly property: 'is_muted' | 'pin_to_top'
  readonly name: string
  readonly text?: string
}

function SwitchRow({ subscription, property, name, text }: SwitchRowProps) {
  const { value, saving, change } = useProperty(subscription, property)
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => <Switch ids={ids} isOn={value} onChange={(isOn) => void change(isOn)} />}
    </Row>
  )
}

interface NotificationRowProps {
  readonly subscription: Subscription
  readonly property: (typeof NOTIFICATIONS)[number][0]
  readonly isGenerallyOn: boolean
  readonly name: string
}

function NotificationRow({ subscription, property, isGenerallyOn, name }: NotificationRowProps) {
  const { saving, save } = useSaving()
  const stored = subscription[property]
  const { value, choose } = useChosen(stored === null ? 'same' : stored ? 'on' : 'off', saving)
  const { stream_id } = subscription
  const change = (chosen: 'same' | 'on' | 'off') => {
    choose(chosen)
    const own = chosen === 'same' ? null : chosen === 'on'
    void save(() =>
      server.call(
        'POST /users/me/subscriptions/properties',
        { subscription_data: [{ stream_id, property, value: own }] },
        { isRepeatable: true },
      ),
    )
  }
  return (
    <Row name={name} saving={saving}>
      {(ids) => (
        <Select
          ids={ids}
          value={value}
          options={[
            { value: 'same', name: texts.asSettings(isGenerallyOn) },
            { value: 'on', name: texts.on },
            { value: 'off', name: texts.off },
          ]}
          onChange={(chosen) => change(chosen as 'same' | 'on' | 'off')}
        />
      )}
    </Row>
  )
}
