import { z } from 'zod'
import { CLIENT_CAPABILITIES, type ClientCapability } from '../../core/state/events/capabilities.ts'

const flag = z.boolean().optional()

/** The capabilities that a client declares in POST /register. */
export const clientCapabilities = z.strictObject(
  Object.fromEntries(CLIENT_CAPABILITIES.map((name) => [name, flag])) as Record<
    ClientCapability,
    typeof flag
  >,
)
