/** Makes the lists that programs write in their own ways the lists of HTML. */
export function tidyLists(body: HTMLElement): void {
  listsOfWord(body)
  indentedLists(body)
  innerLists(body)
  checkBoxes(body)
}

const ITEMS_OF_WORD = 'p[class*="MsoListParagraph"], p[style*="mso-list"]'

/** Word writes the items of lists as paragraphs, with their marks as text and their depth as a style. */
function listsOfWord(body: HTMLElement): void {
  const { ownerDocument: document } = body
  /** The lists that the next item may continue, the outermost first. */
  let open: HTMLElement[] = []
  for (const paragraph of body.querySelectorAll<HTMLElement>(ITEMS_OF_WORD)) {
    const [mark] = paragraph.querySelectorAll<HTMLElement>('span[style*="mso-list"]')
    const level = /mso-list:\s*\w+\s+level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1]
    if (mark === undefined && level === undefined) continue
    const kind = /^\w+[.)]$/.test(mark?.textContent?.trim() ?? '') ? 'OL' : 'UL'
    mark?.remove()
    if (paragraph.previousElementSibling !== open[0]) open = []
    const depth = Math.min(Number(level ?? 1), open.length + 1)
    open.length = Math.min(open.length, depth)
    if (open[depth - 1]?.nodeName !== kind) open.length = depth - 1
    if (open.length < depth) {
      const list = document.createElement(kind)
      const around = open.at(-1)?.lastElementChild
      if (around) around.append(list)
      else paragraph.before(list)
      open.push(list)
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)!.append(item)
    paragraph.remove()
  }
}

/** Slack writes each stretch of items with one indentation as a list of its own. */
function indentedLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll<HTMLElement>(':is(ul, ol)[data-indent]')) {
    const depth = Number(list.dataset.indent)
    const before = list.previousElementSibling
    if (!(depth > 0) || before === null || !['UL', 'OL'].includes(before.nodeName)) continue
    let around = before
    for (let level = 1; level < depth; level++)
      around = around.lastElementChild?.querySelector(':scope > :is(ul, ol):last-child') ?? around
    const item = around.lastElementChild
    if (item === null) continue
    const inner = item.lastElementChild
    if (inner?.nodeName === list.nodeName) {
      inner.append(...list.childNodes)
      list.remove()
    } else item.append(list)
  }
  joinStretches(body)
}

/** The items after an inner list continue the list before it. */
function joinStretches(body: HTMLElement): void {
  for (const list of body.querySelectorAll<HTMLElement>(':is(ul, ol)[data-indent="0"]')) {
    const before = list.previousElementSibling
    if (before?.nodeName !== list.nodeName || !before.hasAttribute('data-indent')) continue
    list.prepend(...before.childNodes)
    before.remove()
  }
}

/** Google Docs and LibreOffice put an inner list beside the item that it belongs to. */
function innerLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling
    if (item?.nodeName === 'LI') item.append(list)
    else list.replaceWith(...list.childNodes)
  }
}

const BOXES = ':is(input[type="checkbox"], img[aria-roledescription="checkbox"])'

/** Boxes to tick, which Google Docs draws as pictures, become `[ ]` and `[x]` at the start of the item. */
function checkBoxes(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li')) {
    const box = item.querySelector(BOXES)
    if (box?.closest('li') !== item) continue
    const isTicked = box.hasAttribute('checked') || item.getAttribute('aria-checked') === 'true'
    const [paragraph] = item.querySelectorAll(':scope > p')
    const place = paragraph ?? item
    box.remove()
    while (place.firstChild?.nodeType === Node.TEXT_NODE && place.firstChild.textContent!.trim() === '')
      place.firstChild.remove()
    place.prepend(isTicked ? '[x] ' : '[ ] ')
  }
}
