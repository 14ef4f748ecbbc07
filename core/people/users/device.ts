/** Programs by what their User-Agent says; browsers name those that they resemble too, so the order counts. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/ZulipElectron|ZulipDesktop/, 'the desktop app'],
  [/ZulipMobile|ZulipFlutter/, 'the mobile app'],
  [/ZulipTerminal/, 'the terminal client'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/i, 'Android'],
  [/iPhone|iPad|\biOS\b/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac ?OS|Macintosh|Darwin/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/i, 'Linux'],
]

/** What a person would call the program that sent this User-Agent: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const known = (names: typeof PROGRAMS) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const program = known(PROGRAMS) ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'an unknown program')
  const system = known(SYSTEMS)
  return system === undefined ? program : `${program} on ${system}`
}
