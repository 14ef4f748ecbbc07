const KEY = 'reference-theme'

/** Shows the button that changes between the light and the dark theme. */
export function showThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme')
  if (button === null) return
  const isDark = () => {
    const { theme } = document.documentElement.dataset
    return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  }
  const name = () => {
    button.textContent = isDark() ? '☀' : '☾'
    button.ariaLabel = isDark() ? 'Light theme' : 'Dark theme'
    button.title = button.ariaLabel
  }
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    document.documentElement.dataset.theme = theme
    localStorage.setItem(KEY, theme)
    name()
  })
  name()
  button.hidden = false
}
