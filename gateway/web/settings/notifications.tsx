import { Select } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { DeviceSwitch } from '../notify/device-switch.tsx'
import { playSound } from '../notify/play-sound.ts'
import { useStore } from '../store/use-store.ts'
import { NotificationTable } from './notification-table.tsx'
import { OwnChannels } from './own-channels.tsx'
import { type SettingRow, SettingRows, useSetting } from './setting-row.tsx'

const MENTIONS: readonly SettingRow[] = [
  { setting: 'wildcard_mentions_notify', name: texts.wildcards },
  { setting: 'enable_followed_topic_wildcard_mentions_notify', name: texts.wildcardsFollowed },
  { setting: 'enable_online_push_notifications', name: texts.onlinePush },
]
const DEVICE: readonly SettingRow[] = [
  { setting: 'pm_content_in_desktop_notifications', name: texts.desktopContent },
]
const DELAYS = [
  { value: 30, name: texts.seconds(30) },
  ...[1, 2, 5, 10, 30].map((n) => ({ value: n * 60, name: texts.minutes(n) })),
  ...[1, 6, 24].map((n) => ({ value: n * 3600, name: texts.hours(n) })),
]
const MAILS: readonly SettingRow[] = [
  { setting: 'message_content_in_email_notifications', name: texts.mailContent },
  {
    setting: 'realm_name_in_email_notifications_policy',
    name: texts.realmInSubject,
    options: [
      { value: 1, name: texts.whenSeveral },
      { value: 2, name: texts.always },
      { value: 3, name: texts.never },
    ],
  },
  { setting: 'enable_digest_emails', name: texts.digest },
  { setting: 'enable_login_emails', name: texts.loginMails },
]

export const Notifications = () => (
  <>
    <section>
      <h2>{texts.whatNotifies}</h2>
      <NotificationTable />
      <SettingRows rows={MENTIONS} />
    </section>
    <OwnChannels />
    <section>
      <h2>{texts.thisDevice}</h2>
      <DeviceSwitch />
      <SettingRows rows={DEVICE} />
      <SoundRow />
    </section>
    <section>
      <h2>{texts.mails}</h2>
      <DelayRow />
      <SettingRows rows={MAILS} />
    </section>
  </>
)

/** This client has one sound; the names of others stay as they are. */
function SoundRow() {
  const store = useStore()
  const { value, saving, change } = useSetting('notification_sound')
  const isSilent = value === 'none'
  const options = [
    { value: isSilent ? 'ding' : value, name: texts.bell },
    { value: 'none', name: texts.noSound },
  ] as const
  return (
    <Row name={texts.soundName} saving={saving}>
      {(ids) => (
        <>
          {!isSilent && (
            <button type="button" class="link" onClick={() => playSound(store)}>
              {texts.playSound}
            </button>
          )}
          <Select ids={ids} value={value} options={options} onChange={(sound) => void change(sound)} />
        </>
      )}
    </Row>
  )
}

function DelayRow() {
  const { value, saving, change } = useSetting('email_notifications_batching_period_seconds')
  const isListed = DELAYS.some((delay) => delay.value === value)
  const options = isListed ? DELAYS : [{ value, name: texts.seconds(value) }, ...DELAYS]
  return (
    <Row name={texts.mailDelay} text={texts.mailDelayHint} saving={saving}>
      {(ids) => <Select ids={ids} value={value} options={options} onChange={(delay) => void change(delay)} />}
    </Row>
  )
}
