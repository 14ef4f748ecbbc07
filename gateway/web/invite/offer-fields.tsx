import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Select } from '../forms/controls.tsx'
import { texts } from '../forms/people-texts.ts'
import { PickList } from '../forms/pick-list.tsx'
import { isAdministrator } from '../store/derived/roles.ts'
import { useStore } from '../store/use-store.ts'
import { channelOptions, expiryOptions, groupOptions, type Offer, roleOptions } from './offer.ts'

/** The fields of an invitation: role, expiry, channels, groups, and a message. */
export function OfferFields({ offer }: { offer: Signal<Offer> }) {
  const store = useStore()
  const id = useId()
  const { value } = offer
  const change = (changed: Partial<Offer>) => {
    offer.value = { ...offer.value, ...changed }
  }
  const groups = groupOptions(store)
  return (
    <>
      <div class="side-by-side">
        <label for={`${id}-role`}>
          {texts.joinAs}
          <Select
            ids={{ id: `${id}-role` }}
            value={value.role}
            options={roleOptions(store)}
            onChange={(role) => change({ role })}
          />
        </label>
        <label for={`${id}-expiry`}>
          {texts.validFor}
          <Select
            ids={{ id: `${id}-expiry` }}
            value={value.minutes}
            options={expiryOptions()}
            onChange={(minutes) => change({ minutes })}
          />
        </label>
      </div>
      <div class="labelled">
        <label for={`${id}-channels`}>{texts.channels}</label>
        <label class="check">
          <input
            type="checkbox"
            checked={value.withDefaults}
            onChange={({ currentTarget }) => change({ withDefaults: currentTarget.checked })}
          />
          {texts.defaultChannels}
        </label>
        <PickList
          id={`${id}-channels`}
          options={channelOptions(store)}
          chosen={value.channels}
          placeholder={texts.addChannel}
          removeLabel={texts.remove}
          onChange={(channels) => change({ channels })}
        />
      </div>
      {groups.length > 0 && (
        <div class="labelled">
          <label for={`${id}-groups`}>{texts.groups}</label>
          <PickList
            id={`${id}-groups`}
            options={groups}
            chosen={value.groups}
            placeholder={texts.addGroup}
            removeLabel={texts.remove}
            onChange={(chosen) => change({ groups: chosen })}
          />
        </div>
      )}
      {isAdministrator(store) && (
        <label>
          {texts.ownMessage}
          <textarea
            class="field"
            dir="auto"
            rows={2}
            maxLength={8000}
            placeholder={texts.ownMessageHint}
            value={value.message ?? ''}
            onInput={({ currentTarget }) => change({ message: currentTarget.value || null })}
          />
        </label>
      )}
    </>
  )
}
