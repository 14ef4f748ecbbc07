const SIZE = 64
const MOST_SHOWN = 99

/** Draws the number of unread messages onto the icon of the tab. `icon` is its address. */
export async function showUnreadIcon(count: number, icon: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const shown = `${count} ${icon}`
  if (link === null || link.dataset.shown === shown) return
  link.dataset.shown = shown
  if (count === 0) {
    link.removeAttribute('type')
    link.href = icon
    return
  }
  const image = new Image(SIZE, SIZE)
  image.src = icon
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (pen === null || link.dataset.shown !== shown) return
  pen.drawImage(image, 0, 0, SIZE, SIZE)
  const style = getComputedStyle(document.documentElement)
  pen.fillStyle = colorOf('--accent')
  pen.beginPath()
  pen.roundRect(SIZE * 0.3, SIZE * 0.42, SIZE * 0.7, SIZE * 0.58, SIZE * 0.2)
  pen.fill()
  pen.fillStyle = colorOf('--on-accent')
  pen.font = `700 ${SIZE * 0.46}px ${style.getPropertyValue('--font')}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(count > MOST_SHOWN ? `${MOST_SHOWN}` : String(count), SIZE * 0.65, SIZE * 0.72)
  link.type = 'image/png'
  link.href = canvas.toDataURL()
}

/** The value of a design token in the current theme: a canvas does not support `light-dark()`. */
function colorOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
