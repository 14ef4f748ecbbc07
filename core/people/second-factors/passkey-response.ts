import { z } from 'zod'

/** Most characters of a browser's response for a passkey, as JSON. */
export const MAX_PASSKEY_RESPONSE = 16_384

const base64url = z.string().regex(/^[\w-]*$/)
const common = {
  id: base64url.min(1).max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).catch({}),
}

/** The answer of `navigator.credentials.create`. */
const registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** The answer of `navigator.credentials.get`. */
const authentication = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url
      .optional()
      .nullable()
      .transform((handle) => handle ?? undefined),
  }),
})

export type RegistrationResponse = z.output<typeof registration>
export type AuthenticationResponse = z.output<typeof authentication>

export const readRegistration = (text: string): RegistrationResponse | undefined => read(registration, text)
export const readAuthentication = (text: string): AuthenticationResponse | undefined =>
  read(authentication, text)

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  if (text.length > MAX_PASSKEY_RESPONSE) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
