import type { OtherMachine, RemoteThread } from '../../../shared/hub/others/others.ts'
import { STATE_WORD } from '../../../shared/views/words.ts'
import { rankOf } from '../../fleet/query/order.ts'

/** One line of the list: the head of a machine, or one of its threads. */
export type RemoteLine =
  | { readonly kind: 'machine'; readonly key: string; readonly machine: OtherMachine; readonly shown: number }
  | {
      readonly kind: 'thread'
      readonly key: string
      readonly machine: OtherMachine
      readonly thread: RemoteThread
    }

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Machines as they come, each with those of its threads that match; attention first, then by name. */
export function remoteLines(
  machines: readonly OtherMachine[],
  threads: readonly RemoteThread[],
  search: string,
): readonly RemoteLine[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const byMachine = new Map(machines.map(({ id }) => [id, [] as RemoteThread[]]))
  for (const thread of threads) if (matches(thread, words)) byMachine.get(thread.machine)?.push(thread)
  return machines.flatMap((machine): RemoteLine[] => {
    const own = byMachine.get(machine.id) ?? []
    if (own.length === 0 && words.length > 0) return []
    own.sort((a, b) => rankOf(a) - rankOf(b) || byName.compare(a.name, b.name) || a.number - b.number)
    return [
      { kind: 'machine', key: machine.id, machine, shown: own.length },
      ...own.map(
        (thread): RemoteLine => ({
          kind: 'thread',
          key: `${machine.id} ${thread.id}`,
          machine,
          thread,
        }),
      ),
    ]
  })
}

/** An unchanged thread keeps its object, and with it the text to search in. */
const haystacks = new WeakMap<RemoteThread, string>()
function matches(thread: RemoteThread, words: readonly string[]): boolean {
  if (words.length === 0) return true
  let text = haystacks.get(thread)
  if (text === undefined) {
    const { name, repoPath, number, state, because } = thread
    text = [name, repoPath, `#${number}`, STATE_WORD[state], because].join('\n').toLowerCase()
    haystacks.set(thread, text)
  }
  return words.every((word) => text.includes(word))
}
