import { useSignal } from '@preact/signals'
import { Select, TextField } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import type { Saving } from '../saving/use-saving.ts'
import { useStore } from '../store/use-store.ts'
import { texts } from './texts.ts'

/** Null as the organization says, -1 for ever, otherwise days. */
export type Retention = number | null
const FOR_EVER = -1
/** Shown first when the reader chooses a number of days. */
const FIRST_DAYS = 365
const MOST_DAYS = 2_147_483_647

/** A retention as requests give it. */
export const retentionParameter = (value: Retention): number | 'realm_default' | 'unlimited' =>
  value === null ? 'realm_default' : value === FOR_EVER ? 'unlimited' : value

interface RetentionRowProps {
  readonly value: Retention
  readonly saving: Saving
  readonly id?: string
  /** The holders of the permission to change it, for readers without it. */
  readonly fixedText: string | undefined
  readonly onSave: (value: Retention) => void
}

/** After how many days messages of the channel are deleted. */
export function RetentionRow({ value, saving, id, fixedText, onSave }: RetentionRowProps) {
  const store = useStore()
  const problem = useSignal<string | undefined>(undefined)
  const shown: Saving = problem.value === undefined ? saving : { name: 'failed', problem: problem.value }
  const general = store.realmSettings.value.message_retention_days
  const isFixed = fixedText !== undefined
  const hasDays = value !== null && value !== FOR_EVER
  const kind = value === null ? 'general' : hasDays ? 'days' : 'forEver'
  const saveDays = (typed: string) => {
    const days = /^\d{1,10}$/.test(typed) ? Number(typed) : 0
    const isGood = days > 0 && days <= MOST_DAYS
    problem.value = isGood ? undefined : texts.daysNeeded
    if (isGood && days !== value) onSave(days)
  }
  const saveKind = (chosen: string) => {
    problem.value = undefined
    onSave(chosen === 'general' ? null : chosen === 'days' ? FIRST_DAYS : FOR_EVER)
  }
  return (
    <Row
      {...(id !== undefined && { id })}
      name={texts.retention}
      text={fixedText ?? texts.retentionHint}
      saving={shown}
    >
      {(ids) => (
        <span class="limit">
          {hasDays && (
            <TextField
              ids={ids}
              value={String(value)}
              isFixed={isFixed}
              inputMode="numeric"
              onSave={saveDays}
            />
          )}
          <Select
            ids={hasDays ? {} : ids}
            {...(hasDays && { label: texts.retentionUnit })}
            value={kind}
            isFixed={isFixed}
            options={[
              {
                value: 'general',
                name: texts.retentionGeneral(typeof general === 'number' ? general : FOR_EVER),
              },
              { value: 'forEver', name: texts.retentionForEver },
              { value: 'days', name: texts.retentionDays },
            ]}
            onChange={saveKind}
          />
        </span>
      )}
    </Row>
  )
}
