import { SavedMark } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { problemOf } from '../saving/use-saving.ts'
import { useSetting } from './setting-row.tsx'

/** The ways in which people are notified, in the order of the columns. */
export const WAYS = ['desktop', 'sound', 'push', 'mail'] as const

const LINES = [
  {
    name: texts.directAndMentions,
    settings: [
      'enable_desktop_notifications',
      'enable_sounds',
      'enable_offline_push_notifications',
      'enable_offline_email_notifications',
    ],
  },
  {
    name: texts.followedTopics,
    settings: [
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_email_notifications',
    ],
  },
  {
    name: texts.channelMessages,
    settings: [
      'enable_stream_desktop_notifications',
      'enable_stream_audible_notifications',
      'enable_stream_push_notifications',
      'enable_stream_email_notifications',
    ],
  },
] as const

type TableSetting = (typeof LINES)[number]['settings'][number]

/** The reasons and the ways of notifying the reader: one box for each. */
export const NotificationTable = () => (
  <table class="notification-table">
    <TableHead />
    <tbody>
      {LINES.map(({ name, settings }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {settings.map((setting, column) => (
            <td key={setting}>
              <Box setting={setting} label={texts.inTable(name, texts[WAYS[column]!])} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

export const TableHead = () => (
  <thead>
    <tr>
      <td />
      {WAYS.map((way) => (
        <th key={way} scope="col">
          {texts[way]}
        </th>
      ))}
    </tr>
  </thead>
)

function Box({ setting, label }: { setting: TableSetting; label: string }) {
  const { value, saving, change } = useSetting(setting)
  return (
    <>
      <label>
        <input
          type="checkbox"
          aria-label={label}
          checked={value}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
      </label>
      <SavedMark saving={saving} />
      {saving.name === 'failed' && (
        <p class="problem" role="alert">
          {problemOf(saving)}
        </p>
      )}
    </>
  )
}
