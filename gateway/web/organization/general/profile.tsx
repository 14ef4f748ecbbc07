import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { SettingsGroups } from '../shared/settings-page.tsx'
import { texts } from '../shared/texts.ts'
import { PictureRow } from './picture-row.tsx'

/** What the organization is, and its pictures. */
export const Profile = () => (
  <>
    <SettingsGroups page="profile" />
    <Pictures />
  </>
)

const UPLOADED = 'U'

function Pictures() {
  const store = useStore()
  const { maxIconSize, maxLogoSize } = store.realm.value
  const values = store.realmSettings.value
  const isFixed = !isAdministrator(store)
  const of = (name: string) => ({
    url: String(values[`${name}_url`] ?? ''),
    isUploaded: values[`${name}_source`] === UPLOADED,
    isFixed,
  })
  const logo = (night: boolean) => ({
    upload: (file: File) => server.call('POST /realm/logo', { night }, { file }),
    remove: () => server.call('DELETE /realm/logo', { night }, { isRepeatable: true }),
  })
  return (
    <section>
      <h2>{texts.pictures}</h2>
      <PictureRow
        name={texts.icon}
        text={texts.iconHint(maxIconSize)}
        {...of('icon')}
        look="icon"
        upload={(file) => server.call('POST /realm/icon', {}, { file })}
        remove={() => server.call('DELETE /realm/icon', {}, { isRepeatable: true })}
      />
      <PictureRow
        name={texts.logo}
        text={texts.logoHint(maxLogoSize)}
        {...of('logo')}
        look="logo"
        {...logo(false)}
      />
      <PictureRow
        name={texts.nightLogo}
        text={texts.logoHint(maxLogoSize)}
        {...of('night_logo')}
        look="night logo"
        {...logo(true)}
      />
      <div class="setting">
        <div class="about">{texts.address}</div>
        <div class="control">
          <code class="ellipsis">{location.origin}</code>
        </div>
      </div>
    </section>
  )
}
