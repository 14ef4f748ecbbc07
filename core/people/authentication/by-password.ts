import { ApiError } from '../../platform/errors.ts'
import { pastedAddress } from '../../state/realm/email.ts'
import { logIn } from '../credentials/log-in.ts'
import { wrongCredentials } from '../users/errors.ts'
import type { AuthenticationMethod, Proof, Site } from './method.ts'
import { enabledMethods } from './methods.ts'
import { PASSWORD } from './password/method.ts'
import { auditName } from './run-step.ts'

/** Who has proved to be somebody, and by which method. */
export interface NamedProof extends Proof {
  readonly method: string
  /** How the audit log names the method. */
  readonly auditName: string
}

/** Nobody takes the password. */
export interface RefusedPassword {
  readonly refusal: ApiError
  /** How the audit log names the method that refuses it. */
  readonly auditName: string
}

/**
 * Checks a name and password that an app has sent: the password of the account first, then each directory.
 * The refusal is AUTHENTICATION_FAILED when none takes it: of the directory that was asked last for a name
 * that is no address of an account, else of the password. A directory that does not answer is said.
 */
export async function proofByPassword(
  at: Pick<Site, 'core' | 'realm' | 'from'>,
  login: string,
  password: string,
): Promise<NamedProof | RefusedPassword> {
  const { core, realm } = at
  const directories = enabledMethods(core, realm).filter(({ checkPassword }) => checkPassword !== undefined)
  const address = pastedAddress(login)
  let refused: RefusedPassword
  try {
    const user = await logIn(core, realm, address, password)
    return { method: PASSWORD.name, auditName: PASSWORD.name, user, factors: 'one' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refused = { refusal: error, auditName: PASSWORD.name }
    if (!isWrong(error)) return refused
  }
  const isAddress = realm.users.byEmail(address) !== undefined
  for (const method of directories) {
    const proof = await tried(method, at, login.trim(), password)
    if (!(proof instanceof Error)) return { method: method.name, auditName: auditName(method), ...proof }
    const isOnlyWrong = isWrong(refused.refusal)
    if (!isWrong(proof) || (isOnlyWrong && !isAddress))
      refused = { refusal: proof, auditName: auditName(method) }
  }
  return refused
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

const isWrong = ({ code }: ApiError): boolean => code === wrongCredentials().code
