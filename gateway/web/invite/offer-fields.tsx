import type { Signal } from '@preact/signals'
import { Select } from '../forms/controls.tsx'
import { texts } from '../forms/people-texts.ts'
import { PickList } from '../forms/pick-list.tsx'
import { type Placed, pickerIds } from '../saving/use-placed.tsx'
import { isAdministrator } from '../store/derived/roles.ts'
import { useStore } from '../store/use-store.ts'
import { channelOptions, expiryOptions, groupOptions, type Offer, roleOptions } from './offer.ts'
import type { OfferField } from './places.ts'

interface OfferFieldsProps {
  readonly offer: Signal<Offer>
  readonly placed: Placed<OfferField>
}

/** The fields of an invitation: role, expiry, channels, groups, and a message. */
export function OfferFields({ offer, placed: { at, problem } }: OfferFieldsProps) {
  const store = useStore()
  const { value } = offer
  const change = (changed: Partial<Offer>) => {
    offer.value = { ...offer.value, ...changed }
  }
  const groups = groupOptions(store)
  return (
    <>
      <div class="side-by-side">
        <label for={at('role').id}>
          {texts.joinAs}
          <Select
            ids={at('role')}
            value={value.role}
            options={roleOptions(store)}
            onChange={(role) => change({ role })}
          />
        </label>
        <label for={at('expiry').id}>
          {texts.validFor}
          <Select
            ids={at('expiry')}
            value={value.minutes}
            options={expiryOptions()}
            onChange={(minutes) => change({ minutes })}
          />
        </label>
      </div>
      {problem('role', texts.joinAs)}
      {problem('expiry', texts.validFor)}
      <div class="labelled">
        <label for={at('channels').id}>{texts.channels}</label>
        <label class="check">
          <input
            type="checkbox"
            checked={value.withDefaults}
            onChange={({ currentTarget }) => change({ withDefaults: currentTarget.checked })}
          />
          {texts.defaultChannels}
        </label>
        <PickList
          {...pickerIds(at('channels'))}
          options={channelOptions(store)}
          chosen={value.channels}
          placeholder={texts.addChannel}
          removeLabel={texts.remove}
          onChange={(channels) => change({ channels })}
        />
        {problem('channels', texts.channels)}
      </div>
      {groups.length > 0 && (
        <div class="labelled">
          <label for={at('groups').id}>{texts.groups}</label>
          <PickList
            {...pickerIds(at('groups'))}
            options={groups}
            chosen={value.groups}
            placeholder={texts.addGroup}
            removeLabel={texts.remove}
            onChange={(chosen) => change({ groups: chosen })}
          />
          {problem('groups', texts.groups)}
        </div>
      )}
      {isAdministrator(store) && (
        <div class="labelled">
          <label>
            {texts.ownMessage}
            <textarea
              {...at('message')}
              class="field"
              dir="auto"
              rows={2}
              maxLength={8000}
              placeholder={texts.ownMessageHint}
              value={value.message ?? ''}
              onInput={({ currentTarget }) => change({ message: currentTarget.value || null })}
            />
          </label>
          {problem('message', texts.ownMessage)}
        </div>
      )}
    </>
  )
}
