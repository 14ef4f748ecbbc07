import { MAX_CROPPED_MIB, PictureRow } from '../../forms/picture/picture-row.tsx'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { SettingsGroups } from '../shared/settings-page.tsx'
import { texts } from '../shared/texts.ts'

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
  return (
    <section>
      <h2>{texts.pictures}</h2>
      <RealmPicture
        field="icon"
        name={texts.icon}
        text={texts.iconHint(MAX_CROPPED_MIB)}
        look="icon"
        maxMib={maxIconSize}
        upload={(file) => server.call('POST /realm/icon', {}, { file })}
        remove={() => server.call('DELETE /realm/icon', {}, { isRepeatable: true })}
      />
      <Logo night={false} maxMib={maxLogoSize} />
      <Logo night maxMib={maxLogoSize} />
      <div class="setting">
        <div class="about">{texts.address}</div>
        <div class="control">
          <code class="ellipsis">{location.origin}</code>
        </div>
      </div>
    </section>
  )
}

const Logo = ({ night, maxMib }: { night: boolean; maxMib: number }) => (
  <RealmPicture
    field={night ? 'night_logo' : 'logo'}
    name={night ? texts.nightLogo : texts.logo}
    text={texts.logoHint(maxMib)}
    look={night ? 'logo night' : 'logo'}
    maxMib={maxMib}
    upload={(file) => server.call('POST /realm/logo', { night }, { file })}
    remove={() => server.call('DELETE /realm/logo', { night }, { isRepeatable: true })}
  />
)

interface RealmPictureProps {
  readonly field: 'icon' | 'logo' | 'night_logo'
  readonly name: string
  readonly text: string
  /** How the picture is shown: small and square, or wide on a ground. */
  readonly look: 'icon' | 'logo' | 'logo night'
  readonly maxMib: number
  readonly upload: (file: File) => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

function RealmPicture({ field, look, remove, ...row }: RealmPictureProps) {
  const store = useStore()
  const values = store.realmSettings.value
  const isUploaded = values[`${field}_source`] === UPLOADED
  return (
    <PictureRow
      {...row}
      isOneOfSeveral
      isFixed={!isAdministrator(store)}
      isSquare={look === 'icon'}
      remove={isUploaded ? remove : undefined}
    >
      {isUploaded && <img class={`of-organization ${look}`} src={String(values[`${field}_url`])} alt="" />}
    </PictureRow>
  )
}
