/** What may be over a bound of `npm run shape`, each with its reason. `where`: as it is printed. */
export const EXCEPTIONS: readonly {
  readonly rule: string
  readonly where: string
  readonly because: string
}[] = [
  ...['renderer/fleet/threads.test.tsx', 'electron/machine/network/testing/hostile-requests.ts'].map(
    (where) => ({ rule: 'test file', where, because: 'is one list of cases over one set-up' }),
  ),
]
