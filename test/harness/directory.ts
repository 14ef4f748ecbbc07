import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Attribute, Change, Client } from 'ldapts'

const PROGRAM = '/usr/sbin/slapd'
export const hasSlapd = existsSync(PROGRAM)
if (!hasSlapd && process.env.CI) throw new Error(`no ${PROGRAM}: apt-get install slapd`)

const BASE = 'dc=corp,dc=test'
export const PEOPLE = `ou=people,${BASE}`
export const GROUPS = `ou=groups,${BASE}`
/** The account that searches. It may only read. */
export const SERVICE = { dn: `cn=loquat,ou=services,${BASE}`, password: 'reads people' }
const ROOT = { dn: `cn=admin,${BASE}`, password: 'root' }

export type Attributes = Record<string, string | string[] | Buffer>

/** OpenLDAP's slapd, as a process of its own with its own files, port and certificate. */
export class TestDirectory {
  /** Addresses without and with encryption. */
  readonly url: string
  readonly secureUrl: string
  /** The certificate of both, which nobody else trusts. */
  readonly certificate: string
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(folder: string, ports: readonly [number, number], child: ChildProcess) {
    this.#folder = folder
    this.#child = child
    this.url = `ldap://127.0.0.1:${ports[0]}`
    this.secureUrl = `ldaps://localhost:${ports[1]}`
    this.certificate = readFileSync(join(folder, 'cert.pem'), 'utf8')
  }

  /** Starts a directory without people. Rejects when slapd is not installed. */
  static async start(): Promise<TestDirectory> {
    const folder = mkdtempSync(join(tmpdir(), 'loquat-ldap-'))
    const file = (name: string) => join(folder, name)
    mkdirSync(file('data'))
    const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2']
    const files = ['-addext', names, '-keyout', file('key.pem'), '-out', file('cert.pem')]
    execFileSync('openssl', [...request, ...files], { stdio: 'ignore' })
    writeFileSync(file('slapd.conf'), configuration(folder))
    writeFileSync(file('start.ldif'), START)
    execFileSync('/usr/sbin/slapadd', ['-q', '-f', file('slapd.conf'), '-l', file('start.ldif')], {
      stdio: 'pipe',
    })
    const ports = [await freePort(), await freePort()] as const
    const addresses = `ldap://127.0.0.1:${ports[0]} ldaps://127.0.0.1:${ports[1]}`
    const child = spawn(PROGRAM, ['-d', '0', '-f', file('slapd.conf'), '-h', addresses], {
      stdio: 'ignore',
    })
    const directory = new TestDirectory(folder, ports, child)
    await directory.#answers()
    return directory
  }

  /** The settings of a provider of this directory. */
  settings(more: Record<string, unknown> = {}): Record<string, unknown> {
    const { dn: bind_dn, password: bind_password } = SERVICE
    const found = { base_dn: PEOPLE, people_filter: '(objectClass=inetOrgPerson)' }
    return { url: this.url, ...found, bind_dn, bind_password, ...more }
  }

  /** Adds a person with the password `password of <uid>`. Returns the name in the directory. */
  async addPerson(uid: string, more: Attributes = {}): Promise<string> {
    const dn = `uid=${escaped(uid)},${PEOPLE}`
    const about = { cn: uid, sn: uid, mail: `${uid}@demo.test`, userPassword: `password of ${uid}` }
    await this.#asRoot((client) =>
      client.add(dn, attributes({ objectClass: 'inetOrgPerson', uid, ...about, ...more })),
    )
    return dn
  }

  /** Adds a group with these members. */
  async addGroup(cn: string, members: readonly string[]): Promise<string> {
    const dn = `cn=${cn},${GROUPS}`
    await this.#asRoot((client) =>
      client.add(dn, attributes({ objectClass: 'groupOfNames', cn, member: [...members] })),
    )
    return dn
  }

  async replace(dn: string, type: string, values: string | string[] | Buffer): Promise<void> {
    const modification = new Attribute({ type, values: [values].flat() as string[] })
    await this.#asRoot((client) => client.modify(dn, new Change({ operation: 'replace', modification })))
  }

  async remove(dn: string): Promise<void> {
    await this.#asRoot((client) => client.del(dn))
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.#child.once('exit', done))
    this.#child.kill()
    await ended
    rmSync(this.#folder, { recursive: true })
  }

  async #answers(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.#asRoot(async () => {})
        return
      } catch (error) {
        if (tries > 600 || this.#child.exitCode !== null) throw error
        await sleep(100)
      }
    }
  }

  async #asRoot(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ url: this.url })
    try {
      await client.bind(ROOT.dn, ROOT.password)
      await work(client)
    } finally {
      await client.unbind()
    }
  }
}

const escaped = (value: string): string => value.replace(/[\\,+"<>;=#]/g, (one) => `\\${one}`)

const attributes = (all: Attributes): Attribute[] =>
  Object.entries(all).map(
    ([type, value]) => new Attribute({ type, values: (Array.isArray(value) ? value : [value]) as string[] }),
  )

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

const configuration = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
sizelimit 1000
database mdb
suffix "${BASE}"
rootdn "${ROOT.dn}"
rootpw ${ROOT.password}
directory ${folder}/data
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${SERVICE.dn}" read by self read by * none
`

const START = `dn: ${BASE}
objectClass: dcObject
objectClass: organization
o: Corp
dc: corp

dn: ${PEOPLE}
objectClass: organizationalUnit
ou: people

dn: ${GROUPS}
objectClass: organizationalUnit
ou: groups

dn: ou=services,${BASE}
objectClass: organizationalUnit
ou: services

dn: ${SERVICE.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: loquat
userPassword: ${SERVICE.password}
`
