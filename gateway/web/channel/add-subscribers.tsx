import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { PastedAddresses, SourcePicker } from '../forms/many-people.tsx'
import { SavedMark } from '../forms/row.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { texts } from './texts.ts'

interface AddSubscribersProps {
  readonly channel: { readonly stream_id: number; readonly name: string }
  readonly members: ReadonlySet<number>
}

/** Subscribes people to a channel: one by one, a whole group or channel, or pasted addresses. */
export function AddSubscribers({ channel, members }: AddSubscribersProps) {
  const { saving, save } = useSaving()
  const added = useSignal('')
  const id = useId()
  const add = (fetchPeople: () => Promise<readonly number[]>) => {
    added.value = ''
    return save(async () => {
      const principals = (await fetchPeople()).filter((one) => !members.has(one))
      if (principals.length > 0) {
        await server.call(
          'POST /users/me/subscriptions',
          { subscriptions: [{ name: channel.name }], principals },
          { isRepeatable: true },
        )
      }
      added.value = texts.subscribedNow(principals.length)
    })
  }
  return (
    <div class="add">
      <label for={id}>
        {texts.addSubscriber}
        <SavedMark saving={saving} />
      </label>
      <SourcePicker
        id={id}
        describedBy={`${id}-problem ${id}-added`}
        isInvalid={saving.name === 'failed'}
        without={members}
        channel={channel.stream_id}
        onChoose={(fetchPeople) => void add(fetchPeople)}
      />
      <Problem id={`${id}-problem`} saving={saving} />
      <p id={`${id}-added`} class="text" role="status">
        {added.value}
      </p>
      <PastedAddresses saving={saving} onAdd={(people) => add(() => Promise.resolve(people))} />
    </div>
  )
}
