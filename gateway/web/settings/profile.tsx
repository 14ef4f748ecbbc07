import { Select, TextField } from '../forms/controls.tsx'
import { MAX_CROPPED_MIB, PictureRow } from '../forms/picture/picture-row.tsx'
import { Row } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { Avatar } from '../parts/avatar.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { useSaving } from '../saving/use-saving.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { ProfileFields } from './profile-fields.tsx'
import { useSetting } from './setting-row.tsx'

export function Profile() {
  return (
    <>
      <section>
        <h2 class="only-heard">{texts.profile}</h2>
        <NameRow />
        <OwnPicture />
        <TimeZoneRow />
      </section>
      <ProfileFields />
    </>
  )
}

/** Whether the organization lets only administrators change something, and the reader is none. */
export function useIsFixed(
  rule: 'name_changes_disabled' | 'avatar_changes_disabled' | 'email_changes_disabled',
) {
  const store = useStore()
  return store.accountRules.value[rule] && !isAdministrator(store)
}

function NameRow() {
  const store = useStore()
  const isFixed = useIsFixed('name_changes_disabled')
  const { saving, save } = useSaving()
  return (
    <Row name={texts.name} text={isFixed ? texts.nameFixed : undefined} saving={saving}>
      {(ids) => (
        <TextField
          ids={ids}
          value={store.people.value.get(store.me)?.full_name ?? ''}
          isFixed={isFixed}
          maxLength={100}
          autocomplete="name"
          onSave={(full_name) =>
            save(() => server.call('PATCH /settings', { full_name }, { isRepeatable: true }))
          }
        />
      )}
    </Row>
  )
}

function OwnPicture() {
  const store = useStore()
  const me = store.people.value.get(store.me)
  const isFixed = useIsFixed('avatar_changes_disabled')
  const maxMib = store.realm.value.maxAvatarSize
  return (
    <PictureRow
      name={texts.picture}
      text={isFixed ? texts.pictureFixed : texts.pictureHint(MAX_CROPPED_MIB)}
      isFixed={isFixed}
      isSquare
      maxMib={maxMib}
      upload={(file) => server.call('POST /users/me/avatar', {}, { file })}
      remove={
        me?.avatar_url ? () => server.call('DELETE /users/me/avatar', {}, { isRepeatable: true }) : undefined
      }
    >
      <Avatar key={me?.avatar_url} person={me} size="large" />
    </PictureRow>
  )
}

function TimeZoneRow() {
  const { value, saving, change } = useSetting('timezone')
  const controls = useListFocus<HTMLSpanElement>('select, button')
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Set([value, own, ...Intl.supportedValuesOf('timeZone')])
  zones.delete('')
  const options = [...zones].sort().map((zone) => ({ value: zone, name: zone.replaceAll('_', ' ') }))
  return (
    <Row name={texts.timeZone} text={texts.timeZoneHint} saving={saving}>
      {(ids) => (
        <span class="zone" {...controls}>
          <Select
            ids={ids}
            value={value}
            options={value === '' ? [{ value: '', name: texts.timeZoneUnset }, ...options] : options}
            onChange={(zone) => void change(zone)}
          />
          {own !== value && (
            <button type="button" class="link" onClick={() => void change(own)}>
              {texts.useThisZone(own.replaceAll('_', ' '))}
            </button>
          )}
        </span>
      )}
    </Row>
  )
}
