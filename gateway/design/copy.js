// Copies the text of the page's field, with the older way where the browser allows the newer one to no page.
const field = document.querySelector('#token')
const done = document.querySelector('#copied')
const button = document.querySelector('#copy')

async function copy() {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy')
  }
}

button.hidden = false
button.focus()
button.addEventListener('click', async () => {
  if (await copy()) done.hidden = false
})
