import type { Entry } from './find.ts'

let finder: Promise<(text: string) => Entry[]> | undefined
/**
 * Loads the index and the code of the search, when they are needed first. A failed attempt is repeated by the
 * next.
 */
const loadFinder = (): Promise<(text: string) => Entry[]> => {
  finder ??= Promise.all([import('./find.ts'), fetch('/api/search.json')])
    .then(async ([{ createFinder }, answer]) => createFinder((await answer.json()) as Entry[]))
    .catch((error) => {
      finder = undefined
      throw error
    })
  return finder
}

/** The search of the header: `/` focuses it, arrows choose, Enter opens. */
export function startSearch(): void {
  const box = document.querySelector<HTMLElement>('#search')
  const input = box?.querySelector('input')
  const frame = box?.querySelector<HTMLElement>('.found')
  const list = box?.querySelector<HTMLElement>('#found')
  const nothing = box?.querySelector<HTMLElement>('.nothing')
  if (!box || !input || !frame || !list || !nothing) return
  let chosen = -1

  const options = () => [...list.children] as HTMLElement[]
  const choose = (at: number) => {
    const all = options()
    chosen = all.length === 0 ? -1 : (at + all.length) % all.length
    for (const [i, option] of all.entries()) option.ariaSelected = String(i === chosen)
    const option = all[chosen]
    option?.scrollIntoView({ block: 'nearest' })
    if (option === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', option.id)
  }
  const show = (isShown: boolean) => {
    frame.hidden = !isShown
    input.ariaExpanded = String(isShown && list.childElementCount > 0)
  }
  const search = async () => {
    const text = input.value
    const find = await loadFinder().catch(() => undefined)
    if (text !== input.value) return
    if (find === undefined) {
      nothing.textContent = 'The search could not be loaded'
      show(text.trim() !== '')
      return
    }
    const found = find(text)
    list.replaceChildren(...found.map(optionFor))
    nothing.textContent = found.length === 0 ? 'Nothing found' : ''
    show(text.trim() !== '')
    choose(0)
  }
  const open = () => {
    const address = options()[chosen]?.dataset.address
    if (address === undefined) return
    show(false)
    location.href = address
  }

  input.addEventListener('input', search)
  input.addEventListener('focus', () => {
    loadFinder().catch(() => undefined)
    if (input.value.trim() !== '') void search()
  })
  input.addEventListener('blur', () => show(false))
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') open()
    else if (event.key === 'Escape' && input.value === '') input.blur()
    else if (event.key === 'Escape') {
      input.value = ''
      show(false)
    } else return
    event.preventDefault()
  })
  // Keeps the focus in the field while the mouse chooses.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]')
    if (option === null) return
    choose(options().indexOf(option))
    open()
  })
  document.addEventListener('keydown', (event) => {
    const isWriting = (event.target as Element).closest('input, textarea, select') !== null
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  box.hidden = false
}

function optionFor([kind, title, address]: Entry, i: number): HTMLElement {
  const option = document.createElement('div')
  option.role = 'option'
  option.id = `found-${i}`
  option.dataset.address = address
  const [name, note] = [document.createElement('b'), document.createElement('span')]
  name.textContent = title
  note.textContent = kind
  option.append(name, note)
  return option
}
