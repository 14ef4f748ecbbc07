import type { ProviderRules } from '../../../../config/log-in-provider.ts'

/** Hours after the last log-in at a provider after which the API key of a person ends; undefined: never. */
export const keyHours = ({
  ends_keys: endsKeys,
  session_hours: hours,
}: Pick<ProviderRules, 'ends_keys' | 'session_hours'>): number | undefined =>
  endsKeys && hours > 0 ? hours : undefined
