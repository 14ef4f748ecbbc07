import { LANGUAGES, type Language } from '../../../core/platform/text/languages.ts'
import { type Option, Switch } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { useSaving } from '../saving/use-saving.ts'
import { canKeepCopy, keepsCopy, setKeepsCopy } from '../store/copy/copy-mark.ts'
import { useStore } from '../store/use-store.ts'
import { language, rememberLanguage } from '../texts/language.ts'
import { t } from '../texts/texts.ts'
import { SettingControl, type SettingRow, SettingRows } from './setting-row.tsx'

const DISPLAY: readonly SettingRow[] = [
  {
    setting: 'color_scheme',
    name: texts.theme,
    options: [
      { value: 1, name: t.themes.system },
      { value: 3, name: t.themes.light },
      { value: 2, name: t.themes.dark },
    ],
  },
]
const MORE_DISPLAY: readonly SettingRow[] = [
  {
    setting: 'web_font_size_px',
    name: texts.fontSize,
    options: [12, 14, 15, 16, 17, 18, 20, 24].map((value) => ({ value, name: texts.pixels(value) })),
  },
  {
    setting: 'web_line_height_percent',
    name: texts.lineHeight,
    text: texts.lineHeightHint,
    options: [
      { value: 110, name: texts.lineHeights.dense },
      { value: 122, name: texts.lineHeights.narrow },
      { value: 140, name: texts.lineHeights.usual },
      { value: 160, name: texts.lineHeights.wide },
      { value: 200, name: texts.lineHeights.widest },
    ],
  },
  { setting: 'web_left_sidebar_show_channel_folders', name: texts.sidebarFolders },
  { setting: 'web_left_sidebar_unreads_count_summary', name: texts.sidebarSums },
  { setting: 'twenty_four_hour_time', name: texts.clock, text: texts.clockHint },
  {
    setting: 'emojiset',
    name: texts.emoji,
    text: texts.emojiHint,
    options: [
      { value: 'google', name: 'Google Noto' },
      { value: 'twitter', name: 'Twemoji' },
      { value: 'text', name: texts.emojiNames },
    ],
  },
  {
    setting: 'web_home_view',
    name: texts.homeView,
    text: texts.homeViewHint,
    options: [
      { value: 'inbox', name: t.inbox },
      { value: 'recent_topics', name: t.recent },
      { value: 'all_messages', name: t.feed },
    ],
  },
  { setting: 'web_escape_navigates_to_home_view', name: texts.escapeHome },
  { setting: 'starred_message_counts', name: texts.starredCount },
  { setting: 'display_emoji_reaction_users', name: texts.reactionNames, text: texts.reactionNamesHint },
  {
    setting: 'desktop_icon_count_display',
    name: texts.badge,
    options: [
      { value: 1, name: texts.badgeAll },
      { value: 2, name: texts.badgeForYou },
      { value: 3, name: texts.badgeDirect },
      { value: 4, name: texts.badgeNone },
    ],
  },
]
const WRITING: readonly SettingRow[] = [
  { setting: 'enter_sends', name: texts.enterSends, text: texts.enterSendsHint },
  { setting: 'translate_emoticons', name: texts.emoticons },
  { setting: 'enable_drafts_synchronization', name: texts.drafts, text: texts.draftsHint },
  { setting: 'receives_typing_notifications', name: texts.seesTyping },
]
const BY_PARTICIPATION: readonly Option<number>[] = [
  { value: 1, name: texts.whenTakingPart },
  { value: 2, name: texts.whenWriting },
  { value: 3, name: texts.whenStarting },
  { value: 4, name: texts.never },
]
const READING: readonly SettingRow[] = [
  {
    setting: 'web_mark_read_on_scroll_policy',
    name: texts.markRead,
    options: [
      { value: 1, name: texts.always },
      { value: 2, name: texts.inConversations },
      { value: 3, name: texts.never },
    ],
  },
  { setting: 'automatically_follow_topics_policy', name: texts.follow, options: BY_PARTICIPATION },
  { setting: 'automatically_follow_topics_where_mentioned', name: texts.followMentions },
  {
    setting: 'automatically_unmute_topics_in_muted_streams_policy',
    name: texts.unmute,
    options: BY_PARTICIPATION,
  },
  {
    setting: 'resolved_topic_notice_auto_read_policy',
    name: texts.resolvedRead,
    options: [
      { value: 'always', name: texts.always },
      { value: 'except_followed', name: texts.exceptFollowed },
      { value: 'never', name: texts.never },
    ],
  },
]

export const Preferences = () => (
  <>
    <section>
      <h2>{texts.display}</h2>
      <SettingRows rows={DISPLAY} />
      <LanguageRow />
      <SettingRows rows={MORE_DISPLAY} />
    </section>
    <section>
      <h2>{texts.writing}</h2>
      <SettingRows rows={WRITING} />
    </section>
    <section>
      <h2>{texts.reading}</h2>
      <SettingRows rows={READING} />
      {canKeepCopy() && <CopyRow />}
    </section>
  </>
)

/**
 * Whether this device keeps conversations to read offline. The choice belongs to the browser, not to the
 * account.
 */
function CopyRow() {
  const store = useStore()
  const { saving, save } = useSaving()
  return (
    <Row name={texts.keepCopy} text={texts.keepCopyHint} saving={saving}>
      {(ids) => (
        <Switch
          ids={ids}
          isOn={keepsCopy(store).value}
          onChange={(isOn) => void save(() => setKeepsCopy(store, isOn))}
        />
      )}
    </Row>
  )
}

/** The page starts anew in the chosen language. */
function LanguageRow() {
  const known = Object.entries(LANGUAGES).map(([value, name]) => ({ value, name, lang: value }))
  return (
    <SettingControl
      row={{ setting: 'default_language', name: texts.language, text: texts.languageHint, options: known }}
      onChanged={(code) => {
        if (code !== language && rememberLanguage(code as Language)) location.reload()
      }}
    />
  )
}
