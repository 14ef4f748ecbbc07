// Runs in a desktop app. It opens the log-in in the browser, with a key that only this page has, and goes on
// when the person pastes the browser's answer, which is encrypted with the key (AES-GCM, nonce of 12 bytes).
const form = document.querySelector('form')
const field = form.elements.token
const open = document.querySelector('#open')
const wrong = document.querySelector('#wrong')

const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16))

/** Newer apps read the clipboard themselves: version 1 is this form of the answer. */
function inApp() {
  const { key, pasted } = globalThis.electron_bridge.decrypt_clipboard(1)
  return { key, answer: pasted }
}

async function byHand() {
  const key = crypto.getRandomValues(new Uint8Array(32))
  const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const answer = new Promise((resolve) => {
    const tryIt = async () => {
      const text = field.value.trim().toLowerCase()
      try {
        if (!/^(?:[0-9a-f]{2}){29,}$/.test(text)) throw new Error('not an answer')
        const bytes = bytesOf(text)
        const nonce = { name: 'AES-GCM', iv: bytes.subarray(0, 12) }
        const plain = await crypto.subtle.decrypt(nonce, secret, bytes.subarray(12))
        wrong.hidden = true
        resolve(new TextDecoder().decode(plain))
      } catch {
        wrong.hidden = text === ''
      }
    }
    field.addEventListener('input', tryIt)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      tryIt()
    })
  })
  form.hidden = false
  return { key, answer }
}

async function openBrowser() {
  const { key, answer } = globalThis.electron_bridge?.decrypt_clipboard ? inApp() : await byHand()
  const address = new URL(open.href)
  address.searchParams.set('desktop_flow_otp', hexOf(key))
  address.hash = location.hash
  open.href = address.href
  open.hidden = false
  globalThis.open(address.href, '_blank')
  const token = await answer
  location.assign(`/accounts/login/subdomain/${encodeURIComponent(token)}`)
}

void openBrowser()
