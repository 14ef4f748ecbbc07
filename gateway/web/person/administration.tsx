import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { Select, TextField } from '../forms/controls.tsx'
import { ownersMay } from '../forms/holders.ts'
import { texts } from '../forms/people-texts.ts'
import { FieldControl } from '../forms/profile-field-control.tsx'
import { Row } from '../forms/row.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import { useGrant } from '../forms/use-grants.ts'
import { StatusDialog } from '../message/overlays/status-dialog.tsx'
import type { User } from '../model/wire.ts'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isErased } from '../store/derived/erased.ts'
import {
  ADMINISTRATOR,
  GUEST,
  isOnlyOwner,
  OWNER,
  ROLES,
  type Role,
  roleName,
  roleOfReader,
} from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { FieldType, type ProfileField } from '../store/slices/profile-fields.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { mailPasswordLink } from '../store/verbs/mail-password-link.ts'
import { DeactivateDialog } from './deactivate-dialog.tsx'

/**
 * The parts of an account that administrators change: name, role, profile, address, status, password, and
 * whether it is active.
 */
export function Administration({ person }: { person: User }) {
  const store = useStore()
  return (
    <section>
      <h2>{texts.administration}</h2>
      {person.is_active && (
        <>
          <NameRow person={person} />
          <RoleRow person={person} />
          {!person.is_bot && <AddressRow person={person} />}
          {!person.is_bot &&
            store.profileFields.value.map((field) => (
              <FieldRow key={`${field.id} ${field.type}`} person={person} field={field} />
            ))}
          {!person.is_bot && <StatusRow person={person} />}
          {!person.is_bot && <PasswordRow person={person} />}
          {!person.is_bot && <SessionsRow person={person} />}
        </>
      )}
      <Activity person={person} />
    </section>
  )
}

const patch = (user_id: number, change: Record<string, unknown>) =>
  server.call('PATCH /users/{user_id}', { user_id, ...change } as never, { isRepeatable: true })

/** Whether the person is an owner and the reader is none. */
const needsOwner = (store: Store, { role }: User): boolean => role === OWNER && roleOfReader(store) !== OWNER

function NameRow({ person }: { person: User }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { user_id, full_name } = person
  // Nobody changes a bot with a higher role.
  const isFixed = person.is_bot && needsOwner(store, person)
  return (
    <Row
      name={texts.name}
      text={isFixed ? ownersMay(store, texts.ownersChangeBot) : undefined}
      saving={saving}
    >
      {(ids) => (
        <TextField
          ids={ids}
          isFixed={isFixed}
          value={full_name}
          maxLength={100}
          onSave={(name) => void save(() => patch(user_id, { full_name: name }))}
        />
      )}
    </Row>
  )
}

function RoleRow({ person }: { person: User }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { value, choose } = useChosen<Role>(person.role, saving)
  const isLastOwner = isOnlyOwner(store, person)
  const isFixed = isLastOwner || needsOwner(store, person)
  const text = isLastOwner
    ? texts.lastOwner
    : isFixed
      ? ownersMay(store, texts.ownersOnly)
      : person.role === GUEST
        ? texts.guestsFirst
        : texts.roleHint
  const options = ROLES.filter((role) => {
    // A guest becomes a member first.
    if (person.role === GUEST && role <= ADMINISTRATOR) return false
    return role !== OWNER || person.role === OWNER || roleOfReader(store) === OWNER
  })
  return (
    <Row name={texts.role} text={text} saving={saving}>
      {(ids) => (
        <Select
          ids={ids}
          value={value}
          isFixed={isFixed}
          options={options.map((role) => ({ value: role, name: roleName(role) }))}
          onChange={(role) => {
            choose(role)
            void save(() => patch(person.user_id, { role }))
          }}
        />
      )}
    </Row>
  )
}

function AddressRow({ person: { user_id, delivery_email, email } }: { person: User }) {
  const { saving, save } = useSaving()
  const { has, whoMay } = useGrant('can_change_user_emails')
  return (
    <Row
      name={texts.email}
      text={has ? texts.addressHint : `${texts.ownersChangeAddress} ${whoMay}`}
      saving={saving}
    >
      {(ids) => (
        <TextField
          ids={ids}
          inputMode="email"
          isFixed={!has}
          value={delivery_email ?? email}
          onSave={(new_email) => void save(() => patch(user_id, { new_email }))}
        />
      )}
    </Row>
  )
}

function FieldRow({ person, field }: { person: User; field: ProfileField }) {
  const { saving, save } = useSaving()
  const stored = person.profile_data?.[field.id]?.value ?? ''
  const { value, choose } = useChosen(stored, saving)
  return (
    <Row
      name={field.name}
      text={field.hint}
      saving={saving}
      isTall={field.type === FieldType.longText || field.type === FieldType.people}
    >
      {(ids) => (
        <FieldControl
          field={field}
          ids={ids}
          value={value}
          isFixed={false}
          onSave={(chosen) => {
            if (field.type === FieldType.options) choose(String(chosen ?? ''))
            void save(() => patch(person.user_id, { profile_data: [{ id: field.id, value: chosen ?? '' }] }))
          }}
        />
      )}
    </Row>
  )
}

/** Changes or removes the status, in a dialog. */
function StatusRow({ person: { user_id } }: { person: User }) {
  const isChanging = useSignal(false)
  return (
    <>
      <Row name={texts.status} text={texts.statusHint} saving={{ name: 'idle' }}>
        {(ids) => (
          <button
            id={ids.id}
            aria-label={`${texts.status}: ${texts.changeStatus}`}
            aria-describedby={ids['aria-describedby']}
            type="button"
            class="button"
            onClick={() => {
              isChanging.value = true
            }}
          >
            {texts.changeStatus}…
          </button>
        )}
      </Row>
      {isChanging.value && (
        <StatusDialog
          person={user_id}
          onClose={() => {
            isChanging.value = false
          }}
        />
      )}
    </>
  )
}

/** Logs the person out of all browsers, such as after the loss of a device. */
function SessionsRow({ person }: { person: User }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsked = useSignal(false)
  const { user_id } = person
  const isFixed = needsOwner(store, person)
  return (
    <Row
      name={texts.sessions}
      text={isFixed ? ownersMay(store, texts.ownersEndSessions) : texts.sessionsHint}
      saving={saving}
    >
      {(ids) => (
        <>
          <button
            id={ids.id}
            aria-label={`${texts.sessions}: ${texts.endSessions}`}
            aria-describedby={ids['aria-describedby']}
            type="button"
            class="button"
            disabled={isFixed}
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.endSessions}…
          </button>
          {isAsked.value && (
            <Confirm
              title={texts.endSessionsQuestion(person.full_name)}
              warning={texts.endSessionsWarning}
              action={texts.endSessions}
              onConfirm={() => void save(() => server.call('DELETE /users/{user_id}/sessions', { user_id }))}
              onClose={() => {
                isAsked.value = false
              }}
            />
          )}
        </>
      )}
    </Row>
  )
}

/** Mails a link that sets a new password. */
function PasswordRow({ person: { delivery_email } }: { person: User }) {
  const { saving, save } = useSaving()
  const isSent = useSignal(false)
  return (
    <Row
      name={texts.password}
      text={
        delivery_email
          ? isSent.value
            ? texts.passwordMailed(delivery_email)
            : texts.passwordHint
          : texts.addressHidden
      }
      saving={saving.name === 'saved' ? { name: 'idle' } : saving}
    >
      {(ids) => (
        <button
          id={ids.id}
          aria-label={`${texts.password}: ${texts.mailPassword}`}
          aria-describedby={ids['aria-describedby']}
          type="button"
          class="button"
          disabled={!delivery_email}
          onClick={async () => {
            isSent.value = false
            isSent.value = await save(() => mailPasswordLink(delivery_email!))
          }}
        >
          {texts.mailPassword}
        </button>
      )}
    </Row>
  )
}

/** Deactivates the account, or brings it back. */
function Activity({ person }: { person: User }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const { user_id, is_active } = person
  if (isErased(person)) return <p class="text">{texts.isErased}</p>
  if (!is_active) {
    return (
      <div class="activity">
        <p class="text">{person.is_bot ? texts.reactivateBotHint : texts.reactivateHint}</p>
        <button
          type="button"
          class="button"
          onClick={() => void save(() => server.call('POST /users/{user_id}/reactivate', { user_id }))}
        >
          {texts.reactivate}
        </button>
        <Problem saving={saving} />
      </div>
    )
  }
  const isLastOwner = isOnlyOwner(store, person)
  const isOfOwner = needsOwner(store, person)
  return (
    <div class="activity">
      <p class="text">
        {isLastOwner
          ? texts.lastOwnerStays
          : isOfOwner
            ? ownersMay(store, texts.ownersDeactivate)
            : texts.deactivateHint}
      </p>
      <button
        type="button"
        class="button risky"
        disabled={isLastOwner || isOfOwner}
        onClick={() => {
          isAsking.value = true
        }}
      >
        {texts.deactivate}…
      </button>
      <Problem saving={saving} />
      {isAsking.value && (
        <DeactivateDialog
          person={person}
          onConfirm={(comment) =>
            void save(() =>
              person.is_bot
                ? server.call('DELETE /bots/{bot_id}', { bot_id: user_id })
                : server.call('DELETE /users/{user_id}', {
                    user_id,
                    ...(comment !== undefined && { deactivation_notification_comment: comment }),
                  }),
            )
          }
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}
