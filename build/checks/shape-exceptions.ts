/** What may be over a bound of `npm run shape`, each with its reason. `where`: as it is printed. */
export const EXCEPTIONS: readonly {
  readonly rule: string
  readonly where: string
  readonly because: string
}[] = []
