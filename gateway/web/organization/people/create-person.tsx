import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { texts } from '../../forms/people-texts.ts'
import { useGrant } from '../../forms/use-grants.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { TextsForm } from '../shared/texts-form.tsx'
import { WhoMay } from '../shared/who-may.tsx'
import { NEW_PERSON } from './places.ts'

/** The largest number of characters of a name and of a password, as the server counts them. */
const MAX_NAME = 100
const MAX_PASSWORD = 100

/**
 * Creates an account with a password, without an invitation. Only administrators to whom
 * the operator of the server gave the permission do so.
 */
export function CreatePerson() {
  const store = useStore()
  const id = useId()
  const isOpen = useSignal(false)
  const wasOpen = useRef(false)
  const created = useSignal<{ readonly user: number; readonly name: string } | undefined>(undefined)
  const isAdmin = isAdministrator(store)
  const { has, whoMay } = useGrant('can_create_users', isAdmin)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (wasOpen.current && !isOpen.value) button.current?.focus()
    wasOpen.current = isOpen.value
  }, [isOpen.value])
  const close = () => {
    isOpen.value = false
  }
  return (
    <div class="create-person">
      {isOpen.value ? (
        <TextsForm
          title={texts.createPerson}
          fields={[
            { name: 'email', label: texts.email, type: 'email' },
            { name: 'full_name', label: texts.name, maxLength: MAX_NAME },
            {
              name: 'password',
              label: texts.password,
              text: texts.newPasswordHint,
              type: 'password',
              maxLength: MAX_PASSWORD,
            },
          ]}
          places={NEW_PERSON}
          values={{ email: '', full_name: '', password: '' }}
          action={texts.createIt}
          save={async (values) => {
            const { user_id } = await server.call('POST /users', values)
            created.value = { user: user_id, name: values.full_name }
          }}
          onClose={close}
        >
          {() => <p class="text">{texts.createPersonHint}</p>}
        </TextsForm>
      ) : (
        <>
          <WhoMay />
          <button
            ref={button}
            type="button"
            class="button"
            disabled={!has}
            aria-describedby={`${id}-hint`}
            onClick={() => {
              created.value = undefined
              isOpen.value = true
            }}
          >
            {texts.createPerson}…
          </button>
          <p id={`${id}-hint`} class="text">
            {texts.createPersonHint} {!has && whoMay}
          </p>
        </>
      )}
      <p class="text" role="status">
        {created.value && (
          <a href={`#user/${created.value.user}`}>{texts.personCreated(created.value.name)}</a>
        )}
      </p>
    </div>
  )
}
