/** Lines of a list that look like an attack and that nobody has seen, as the engine last read them. */
export interface Suspects {
  readonly lines: readonly SuspectLine[]
  readonly more: number // that are not named
}
export interface SuspectLine {
  readonly line: number // from 1
  readonly print: string // of its exact text
  readonly shown: string // hidden characters as their codes, at most some 160 characters
  readonly why: string // what is wrong, as the end of a sentence
}
