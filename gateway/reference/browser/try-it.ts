import { helpLink } from '../../web/client/help-link.ts'

const API = '/api/v1'
const EMAIL = 'reference-email'
const KEY = 'reference-key'
/** More than this of an answer is not shown. */
const MOST_CHARACTERS = 100_000

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Shows the form that calls an operation, and sends the filled-in values. */
export function showTryForm(): void {
  const section = document.querySelector<HTMLElement>('.try')
  const form = section?.querySelector('form')
  if (!section || !form) return
  section.hidden = false
  const [email, key] = ['.email', '.key'].map((name) =>
    form.querySelector<HTMLInputElement>(`[name="${name}"]`),
  )
  if (email && key) keepIfWanted(email, key, form.querySelector<HTMLInputElement>('[name=".keep"]')!)
  let running: AbortController | undefined
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (running !== undefined) {
      running.abort()
      return
    }
    if (form.dataset.destructive === 'true' && !confirm(warningOf(form))) return
    running = new AbortController()
    const button = form.querySelector('button')!
    button.textContent = 'Stop'
    await send(form, credentialsOf(email, key), running.signal)
    button.textContent = 'Send'
    running = undefined
  })
}

/** Fills in the kept values, and keeps them in the tab as long as the box is checked. */
function keepIfWanted(email: HTMLInputElement, key: HTMLInputElement, box: HTMLInputElement): void {
  email.value = sessionStorage.getItem(EMAIL) ?? ''
  key.value = sessionStorage.getItem(KEY) ?? ''
  box.checked = key.value !== ''
  const keep = () => {
    for (const [name, { value }] of [
      [EMAIL, email],
      [KEY, key],
    ] as const) {
      if (box.checked) sessionStorage.setItem(name, value.trim())
      else sessionStorage.removeItem(name)
    }
  }
  for (const input of [email, key, box]) input.addEventListener('input', keep)
}

const warningOf = (form: HTMLFormElement): string =>
  `${form.dataset.method} ${requestOf(form).address}\n\nThis call is real, and what it takes away does not come back. Send it?`

function credentialsOf(
  email: HTMLInputElement | null | undefined,
  key: HTMLInputElement | null | undefined,
): Record<string, string> {
  if (!email?.value && !key?.value) return {}
  const bytes = new TextEncoder().encode(`${email?.value.trim()}:${key?.value.trim()}`)
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
}

async function send(
  form: HTMLFormElement,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const status = form.querySelector<HTMLElement>('[role="status"]')!
  const answer = form.querySelector<HTMLElement>('.answer')!
  const help = form.querySelector<HTMLAnchorElement>('a.help')!
  status.className = ''
  status.textContent = 'Waiting…'
  help.hidden = true
  const begun = performance.now()
  try {
    const { address, body } = requestOf(form)
    // Without `omit` the browser asks for a password when the key is wrong.
    const response = await fetch(address, {
      method: form.dataset.method ?? 'GET',
      body,
      headers,
      signal,
      credentials: 'omit',
    })
    const text = await response.text()
    status.className = response.ok ? 'good' : 'bad'
    status.textContent = `${response.status} ${response.statusText} in ${Math.round(performance.now() - begun)} ms`
    showHelp(help, helpLink(response.headers))
    answer.hidden = false
    answer.firstElementChild!.textContent = indented(text).slice(0, MOST_CHARACTERS)
  } catch (error) {
    status.className = 'bad'
    status.textContent = signal.aborted
      ? 'Stopped'
      : `No answer: ${error instanceof Error ? error.message : error}`
  }
}

function showHelp(help: HTMLAnchorElement, address: string | undefined): void {
  help.hidden = address === undefined
  if (address !== undefined) help.href = address
}

/** The address and the body of the request, as the form's fields are declared. */
function requestOf(form: HTMLFormElement): { address: string; body: URLSearchParams | FormData | undefined } {
  const { method = 'GET', path = '' } = form.dataset
  let filled = path
  const query = new URLSearchParams()
  const fields = new URLSearchParams()
  const files: [string, File][] = []
  for (const control of form.querySelectorAll<Control>('[data-place]')) {
    const { name, value } = control
    const { place, rest } = control.dataset
    if (place === 'path') {
      filled = filled.replace(`{${name}}`, rest === 'true' ? encodeURI(value) : encodeURIComponent(value))
    } else if (place === 'file') {
      const file = (control as HTMLInputElement).files?.[0]
      if (file !== undefined) files.push([name, file])
    } else if (value !== '') {
      const isInQuery = method === 'GET' || place === 'query' || form.dataset.query === 'true'
      ;(isInQuery ? query : fields).append(name, value)
    }
  }
  const text = query.toString()
  const address = `${API}${filled}${text === '' ? '' : `?${text}`}`
  if (method === 'GET') return { address, body: undefined }
  if (files.length === 0) return { address, body: fields }
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  for (const [name, file] of files) body.append(name, file)
  return { address, body }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
