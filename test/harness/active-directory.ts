import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Attribute, Client } from 'ldapts'

const TOOL = '/usr/bin/samba-tool'
const SCHEMA = '/usr/share/samba/setup/ad-schema'
const isInstalled = existsSync(TOOL) && existsSync('/usr/sbin/samba') && existsSync(SCHEMA)
/** Whether a domain can start here. Its ports need root. */
export const hasSamba = isInstalled && process.getuid?.() === 0
const PACKAGES = 'samba samba-ad-dc samba-ad-provision samba-dsdb-modules samba-vfs-modules winbind'
if (!isInstalled && process.env.CI) throw new Error(`no ${TOOL}: apt-get install ${PACKAGES}`)

export const DOMAIN = 'corp.example.com'
export const BASE = 'DC=corp,DC=example,DC=com'
/** The password of all people. */
export const PASSWORD = 'Password-1!'
const ADMINISTRATOR = { name: `administrator@${DOMAIN}`, password: 'Passw0rd!Passw0rd' }
/** Flags of an account (MS-ADTS, section 2.2.16): a usual one, and one that is disabled. */
const [NORMAL, DISABLED] = ['512', '514']

/** Samba as a domain controller of Active Directory. It has an address of this machine for itself. */
export class TestDomain {
  readonly url: string
  readonly certificate: string
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(folder: string, host: string, child: ChildProcess) {
    this.#folder = folder
    this.#child = child
    this.url = `ldaps://${host}`
    this.certificate = readFileSync(join(folder, 'cert.pem'), 'utf8')
  }

  /** Makes a domain and starts its controller, which takes ten seconds. Needs root, for its ports. */
  static async start(): Promise<TestDomain> {
    const folder = mkdtempSync(join(tmpdir(), 'loquat-ad-'))
    const file = (name: string) => join(folder, name)
    const host = ['127', randomInt(1, 255), randomInt(1, 255), randomInt(2, 255)].join('.')
    const options = [
      '--realm',
      DOMAIN.toUpperCase(),
      '--domain',
      'CORP',
      '--host-name',
      'dc',
      '--host-ip',
      host,
    ]
    const kind = ['--server-role', 'dc', '--dns-backend', 'NONE', '--adminpass', ADMINISTRATOR.password]
    execFileSync(TOOL, ['domain', 'provision', ...options, ...kind, '--targetdir', file('dc')], {
      stdio: 'pipe',
    })
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=dc', '-days', '2']
    const files = [
      '-addext',
      `subjectAltName=IP:${host}`,
      '-keyout',
      file('key.pem'),
      '-out',
      file('cert.pem'),
    ]
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
    mkdirSync(file('run'))
    writeFileSync(file('smb.conf'), configuration(folder, host))
    const run = ['--foreground', '--no-process-group', '--model=single', '--configfile', file('smb.conf')]
    // It ends when its input ends.
    const child = spawn('/usr/sbin/samba', run, { stdio: ['pipe', 'ignore', 'ignore'] })
    const domain = new TestDomain(folder, host, child)
    await domain.#answers()
    return domain
  }

  /** The settings of a provider of this domain, as its page in the documentation says. */
  settings(more: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      ...{ url: this.url, certificate: this.certificate, base_dn: BASE },
      people_filter:
        '(&(objectCategory=person)(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
      ...{ bind_dn: ADMINISTRATOR.name, bind_password: ADMINISTRATOR.password },
      ...more,
    }
  }

  /** Adds a person with PASSWORD and the address `<name>@demo.test`. Returns the name in the directory. */
  async addPerson(
    sAMAccountName: string,
    {
      cn = sAMAccountName,
      isDisabled = false,
      ...more
    }: Record<string, unknown> & { cn?: string; isDisabled?: boolean } = {},
  ): Promise<string> {
    const dn = `CN=${cn},CN=Users,${BASE}`
    await this.#add(dn, {
      ...{ objectClass: 'user', sAMAccountName, mail: `${sAMAccountName}@demo.test` },
      userPrincipalName: `${sAMAccountName}@${DOMAIN}`,
      unicodePwd: Buffer.from(`"${PASSWORD}"`, 'utf16le'),
      userAccountControl: isDisabled ? DISABLED : NORMAL,
      ...(more as Record<string, string>),
    })
    return dn
  }

  /** Adds a group. `cn` has the escapes of names. Returns the name in the directory. */
  async addGroup(cn: string, member: readonly string[]): Promise<string> {
    const dn = `CN=${cn},CN=Users,${BASE}`
    const sAMAccountName = cn.replace(/[^\w ]/g, '')
    await this.#add(dn, { objectClass: 'group', sAMAccountName, member: [...member] })
    return dn
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.#child.once('exit', done))
    this.#child.kill()
    await ended
    rmSync(this.#folder, { recursive: true })
  }

  async #add(dn: string, all: Record<string, string | string[] | Buffer | undefined>): Promise<void> {
    const attributes = Object.entries(all).flatMap(([type, value]) =>
      value === undefined ? [] : new Attribute({ type, values: [value].flat() as string[] }),
    )
    await this.#asAdministrator((client) => client.add(dn, attributes))
  }

  async #answers(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.#asAdministrator(async () => {})
        return
      } catch (error) {
        if (tries > 600 || this.#child.exitCode !== null) throw error
        await sleep(100)
      }
    }
  }

  async #asAdministrator(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ url: this.url, tlsOptions: { ca: this.certificate } })
    try {
      await client.bind(ADMINISTRATOR.name, ADMINISTRATOR.password)
      await work(client)
    } finally {
      await client.unbind()
    }
  }
}

const configuration = (folder: string, host: string): string => `[global]
netbios name = DC
realm = ${DOMAIN.toUpperCase()}
workgroup = CORP
server role = active directory domain controller
server services = ldap
interfaces = ${host}/8
bind interfaces only = yes
private dir = ${folder}/dc/private
state directory = ${folder}/dc/state
cache directory = ${folder}/dc/cache
lock directory = ${folder}/dc
pid directory = ${folder}/run
ncalrpc dir = ${folder}/run/ncalrpc
winbindd socket directory = ${folder}/run/winbindd
ntp signd socket directory = ${folder}/run/ntp
log file = ${folder}/log.%m
tls certfile = ${folder}/cert.pem
tls keyfile = ${folder}/key.pem
tls cafile = ${folder}/cert.pem
`
