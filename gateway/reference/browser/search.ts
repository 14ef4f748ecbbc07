/** `[kind, title, address, further words]`, as `SearchEntry` of the build. */
type Entry = readonly [kind: string, title: string, address: string, words: string]

const MOST = 12

let index: Promise<readonly Entry[]> | undefined
const loadIndex = (): Promise<readonly Entry[]> => {
  index ??= fetch('/api/search.json').then((answer) => answer.json() as Promise<Entry[]>)
  return index
}

/** How well an entry fits all words of a query; 0 when one of them does not occur. */
function scoreOf([kind, title, , words]: Entry, query: readonly string[]): number {
  const [name, head, rest] = [kind.toLowerCase(), title.toLowerCase(), words.toLowerCase()]
  let score = 0
  for (const word of query) {
    if (head.startsWith(word)) score += 12
    else if (head.includes(` ${word}`)) score += 9
    else if (name.includes(word)) score += 8
    else if (head.includes(word)) score += 5
    else if (rest.split(' ').includes(word)) score += 4
    else if (rest.includes(word)) score += 2
    else return 0
  }
  // Of equally good places operations come first, and short titles.
  return score + (name.includes(' /') ? 0.5 : 0) - head.length / 200
}

export function find(entries: readonly Entry[], text: string): Entry[] {
  const query = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (query.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, query) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ entry }) => entry)
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
    const found = find(await loadIndex(), text)
    if (text !== input.value) return
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
