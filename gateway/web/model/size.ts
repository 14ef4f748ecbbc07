const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A readable number of bytes: 1.3 MB. Less than one, as on an axis of nothing, counts as bytes. */
export function sizeIn(locale: string, bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const unit = UNITS[step]!
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
