import { groupsOf, type SettingsPage } from './groups-of-settings.ts'
import { SettingRow } from './setting-row.tsx'
import { texts } from './texts.ts'
import { WhoMay } from './who-may.tsx'

/** The declared settings of a page, in groups. */
export const SettingsGroups = ({ page }: { page: SettingsPage }) => (
  <>
    <WhoMay />
    {groupsOf(page).map(({ group, settings }) => (
      <section key={group}>
        <h2>{texts.settingGroups[group]}</h2>
        {settings.map((setting) => (
          <SettingRow key={setting} setting={setting} />
        ))}
      </section>
    ))}
  </>
)
