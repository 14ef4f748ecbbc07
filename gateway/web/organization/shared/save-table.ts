/** Offers rows of texts as a file for spreadsheets. The first row has the names of the columns. */
export function saveTable(name: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => row.map(cell).join(','))
  // The mark at the beginning tells spreadsheets that the text is UTF-8.
  const file = new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** A text as a cell. Spreadsheets do not take it for a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
