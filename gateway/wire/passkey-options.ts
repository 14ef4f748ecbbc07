import { z } from 'zod'

/** Options of a browser for a passkey (W3C Web Authentication, PublicKeyCredential…OptionsJSON). */
export const passkeyOptionsShape = z
  .record(z.string(), z.unknown())
  .describe('The options of the Web Authentication API as JSON.')
