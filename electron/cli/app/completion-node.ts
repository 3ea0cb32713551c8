/** What can stand at one place of the command line. */
export type Place =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'threads' | 'files' | 'nothing' }

export interface Node {
  readonly path: string // 'agent set'; '' for the program itself
  readonly commands: readonly { readonly name: string; readonly about: string; readonly node: Node }[]
  readonly options: readonly { readonly name: string; readonly about: string; readonly value: Place | null }[]
  // isLast: all further ones too
  readonly places: readonly { readonly place: Place; readonly isLast: boolean }[]
}

export const nodesOf = (root: Node): readonly Node[] => [
  root,
  ...root.commands.flatMap((c) => nodesOf(c.node)),
]
/** What a shell shows beside a candidate. */
export const brief = (text: string): string => (text.split(/[;:.]/)[0] ?? '').slice(0, 80)
