import type { UserRecord } from './record.ts'

/** The name of a person whose data was erased. */
export const erasedName = (id: number): string => `Deleted user ${id}`

/** The address of a person whose data was erased. `host`: the organization's host. */
export const erasedAddress = (id: number, host: string): string => `deleteduser${id}@${host}`

/** Whether the account is nobody's any more: its data was erased, or it was merged into another one. */
export const isGone = (user: UserRecord): boolean => user.mergedIntoId !== null || isErased(user)

/** Whether the person's data was erased. Such an account stays deactivated. */
export const isErased = ({ id, isActive, deliveryEmail }: UserRecord): boolean =>
  !isActive && deliveryEmail.startsWith(`deleteduser${id}@`)
