import { isOwnSetting } from '../../../../core/state/settings/own-settings.ts'
import { t } from '../../texts/texts.ts'
import { type GroupOfSettings, groupsOf, type SettingsPage } from './groups-of-settings.ts'
import { SettingRow } from './setting-row.tsx'
import { texts } from './texts.ts'
import { useOwnSettings } from './use-own-settings.ts'
import { WhoMay } from './who-may.tsx'

/** The declared settings of a page, in groups. */
export const SettingsGroups = ({ page }: { page: SettingsPage }) => (
  <>
    <WhoMay />
    {groupsOf(page).map((group) => (
      <Group key={group.group} {...group} />
    ))}
  </>
)

function Group({ group, settings }: GroupOfSettings) {
  const { isKnown, hasFailed, load } = useOwnSettings(settings.some(isOwnSetting))
  return (
    <section>
      <h2>{texts.settingGroups[group]}</h2>
      {settings.map((setting) =>
        isOwnSetting(setting) && !isKnown ? null : <SettingRow key={setting} setting={setting} />,
      )}
      {!isKnown && settings.some(isOwnSetting) && (
        <p class="text" role="status">
          {hasFailed ? `${t.loadFailedHint} ` : t.loading}
          {hasFailed && (
            <button type="button" class="button" onClick={() => void load()}>
              {t.tryAgain}
            </button>
          )}
        </p>
      )}
    </section>
  )
}
