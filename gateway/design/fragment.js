// Sends the fragment of the address with each form, because the way through another site would lose it.
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', () => {
    const next = form.elements.next
    if (next !== undefined && location.hash !== '' && !next.value.includes('#'))
      next.value = (next.value || '/') + location.hash
  })
}
