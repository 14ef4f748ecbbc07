import { ApiError } from '../../platform/errors.ts'
import { pastedAddress } from '../../state/realm/email.ts'
import { logIn } from '../credentials/log-in.ts'
import { wrongCredentials } from '../users/errors.ts'
import type { AuthenticationMethod, Proof, Site } from './method.ts'
import { enabledMethods } from './methods.ts'
import { PASSWORD } from './password/method.ts'

/** Who has proved to be somebody, and by which method. */
export interface NamedProof extends Proof {
  readonly method: string
}

/**
 * Checks a name and password that an app has sent: the password of the account first, then each directory.
 * Throws AUTHENTICATION_FAILED when none takes it.
 */
export async function proofByPassword(
  at: Pick<Site, 'core' | 'realm' | 'from'>,
  login: string,
  password: string,
): Promise<NamedProof> {
  const { core, realm } = at
  const directories = enabledMethods(core, realm).filter(({ checkPassword }) => checkPassword !== undefined)
  let refusal: unknown
  try {
    const user = await logIn(core, realm, pastedAddress(login), password)
    return { method: PASSWORD.name, user, factors: 'one' }
  } catch (error) {
    if (!isWrong(error) || directories.length === 0) throw error
    refusal = error
  }
  for (const method of directories) {
    const proof = await tried(method, at, login.trim(), password)
    if (proof instanceof Error) {
      // A directory that does not answer is said, unless another one takes the password.
      if (!isWrong(proof)) refusal = proof
    } else return { method: method.name, ...proof }
  }
  throw refusal
}

async function tried(
  { checkPassword }: AuthenticationMethod,
  at: Pick<Site, 'core' | 'realm' | 'from'>,
  login: string,
  password: string,
): Promise<Proof | ApiError> {
  try {
    return await checkPassword!(at, login, password)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const isWrong = (error: unknown): boolean =>
  error instanceof ApiError && error.code === wrongCredentials().code
