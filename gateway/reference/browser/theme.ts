/* Runs as a classic script before the page shows. */
const chosen = localStorage.getItem('reference-theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
