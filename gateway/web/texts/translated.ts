/** The texts of a language, some of which may be missing while the language is being added. */
export type Translated<T> = T extends string | ((...args: never[]) => string) | readonly unknown[] | undefined
  ? T
  : { readonly [K in keyof T]?: Translated<T[K]> }
