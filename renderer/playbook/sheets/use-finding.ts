import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { ReplaceResult } from '../../../shared/contract/playbook.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'

/** What is looked for in every file, and by what it is replaced. */
export function useFinding() {
  const { api, client, queries } = useBridge()
  const [text, setText] = useState('')
  const [replacement, setReplacement] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [without, setWithout] = useState<ReadonlySet<ThreadId>>(new Set())
  const [results, setResults] = useState<readonly ReplaceResult[] | null>(null)
  const [busy, setBusy] = useState(false)
  const wanted = useDeferredValue(text)
  const search = useQuery(
    api.doc.search.queryOptions({
      input: { text: wanted, matchCase },
      enabled: wanted !== '',
      staleTime: 0,
      gcTime: 0,
      placeholderData: (old) => old,
    }),
  )
  const found = wanted === '' ? undefined : search.data
  const files = found?.files ?? []
  const chosen = files.filter((f) => !without.has(f.threadId))
  const replace = async (): Promise<void> => {
    setBusy(true)
    const done = await attempt(
      client.doc.replace({
        text: wanted,
        matchCase,
        with: replacement,
        files: chosen.map((f) => ({ id: f.threadId, version: f.version })),
      }),
    )
    setBusy(false)
    if (done === null) return
    setResults(done)
    await queries.invalidateQueries({ queryKey: api.doc.key() })
  }
  return {
    ...{ text, replacement, matchCase, setMatchCase, wanted, search, found, files, chosen, results, busy },
    replace,
    isChosen: (id: ThreadId): boolean => !without.has(id),
    choose: (id: ThreadId, on: boolean): void =>
      setWithout((before) => new Set(on ? [...before].filter((other) => other !== id) : [...before, id])),
    find: (value: string): void => {
      setResults(null)
      setText(value)
    },
    replaceWith: (value: string): void => {
      setResults(null)
      setReplacement(value)
    },
  }
}
export type Finding = ReturnType<typeof useFinding>
