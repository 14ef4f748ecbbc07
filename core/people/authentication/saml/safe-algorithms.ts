import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * The library for SAML has no option for the algorithms that count. So this file changes the two libraries
 * below it where they look an algorithm up, also in decrypted assertions. Nothing else here uses them.
 */

/** Names of algorithms of signatures and digests that use SHA-1 (RFC 6931). */
const SHA1 = /#(?:(?:rsa|dsa|ecdsa)-)?sha1$/
/**
 * Encryptions that are refused: whoever sends changed ciphertexts learns the text from the answers (XML
 * Encryption 1.1, section 5.5.1), or the cipher is too weak.
 */
const UNSAFE_ENCRYPTION = /xmlenc#(?:rsa-1_5|tripledes-cbc)"/

/** One check of signatures. */
interface Check {
  readonly acceptsSha1: boolean
  hasMetSha1: boolean
}

/** Looks an algorithm up by its name. */
type Lookup = (this: unknown, name: string) => unknown
type Decrypt = (xml: string, options: object, done: (error: Error | null, text: string) => void) => void

const checks = new AsyncLocalStorage<Check>()
let prepared: Promise<unknown> | undefined

/** The signature or a digest uses SHA-1, for which people have computed collisions. */
export class SignedWithSha1 extends Error {}

/**
 * Runs a check of signatures in XML. Signatures and digests of SHA-1 count only if `acceptsSha1`; otherwise a
 * check that meets one rejects with `SignedWithSha1`.
 */
export async function checkingSignatures<T>(acceptsSha1: boolean, check: () => Promise<T>): Promise<T> {
  prepared ??= Promise.all([limitSignatures(), limitEncryption()])
  await prepared
  const state = { acceptsSha1, hasMetSha1: false }
  try {
    return await checks.run(state, check)
  } catch (error) {
    if (!state.hasMetSha1) throw error
    throw new SignedWithSha1('the provider signs with SHA-1, which is not safe')
  }
}

async function limitSignatures(): Promise<void> {
  const { SignedXml } = await import('xml-crypto')
  const lookups = SignedXml.prototype as unknown as Record<string, Lookup>
  for (const name of ['findSignatureAlgorithm', 'findHashAlgorithm']) {
    const find = lookups[name]
    if (typeof find !== 'function') throw new Error(`xml-crypto has no ${name}`)
    lookups[name] = function (algorithm) {
      const check = checks.getStore()
      if (check?.acceptsSha1 === false && SHA1.test(algorithm)) {
        check.hasMetSha1 = true
        throw new Error(`${algorithm} is not accepted`)
      }
      return find.call(this, algorithm)
    }
  }
}

/**
 * The library refuses the mode CBC too, with which Microsoft Entra ID, AD FS and Okta encrypt. The signature
 * inside protects such an assertion.
 */
async function limitEncryption(): Promise<void> {
  const { default: library } = await import('xml-encryption')
  const decrypt = library.decrypt as unknown as Decrypt
  const decryptSafely: Decrypt = (xml, options, done) => {
    // The library for SAML has written the XML anew, so names have no character references.
    const disallowDecryptionWithInsecureAlgorithm = UNSAFE_ENCRYPTION.test(xml)
    decrypt(xml, { ...options, disallowDecryptionWithInsecureAlgorithm }, done)
  }
  Object.assign(library, { decrypt: decryptSafely })
}
