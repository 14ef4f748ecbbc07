// The script of pages with passkeys. It shows the forms that need one, and sends them with the browser's answer.
const { browserSupportsWebAuthn, startAuthentication } = globalThis.SimpleWebAuthnBrowser

if (browserSupportsWebAuthn()) {
  for (const form of document.querySelectorAll('form.passkey')) {
    form.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const button = form.querySelector('button')
      const failure = form.querySelector('[role=alert]')
      button.disabled = true
      failure.hidden = true
      try {
        const optionsJSON = JSON.parse(form.dataset.passkey)
        const response = await startAuthentication({ optionsJSON })
        form.elements.response.value = JSON.stringify(response)
        form.submit()
      } catch {
        failure.hidden = false
        button.disabled = false
      }
    })
  }
}
